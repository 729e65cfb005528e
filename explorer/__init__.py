"""endphase: a model checker for the End Phase."""
