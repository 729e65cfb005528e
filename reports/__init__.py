"""What is shown: plays told in a language, tables, JSON, JUnit, graph files."""
