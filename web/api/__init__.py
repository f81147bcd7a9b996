"""The JSON API: a table of operations, from which both the routes and the OpenAPI document are made."""
