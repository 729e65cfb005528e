"""The local application: boards as they are laid, requests, the door, and workers."""
