"""What is shown: plays told in a language, tables, JSON, JUnit, SARIF, graph files, tests of pytest."""
