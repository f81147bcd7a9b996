"""The site where there is no server: requests come from the browser's workers, the record lies in the phone."""
