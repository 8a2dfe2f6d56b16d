"""Reports about suites in their formats: test results, coverage, mutation scores."""
