-- For a PostgreSQL server that the suite has to itself: the roles of services connect to their own databases alone.
-- Each preparation closes the database of its service; these two belong to the server.
REVOKE CONNECT, TEMPORARY ON DATABASE postgres FROM PUBLIC;
REVOKE CONNECT, TEMPORARY ON DATABASE template1 FROM PUBLIC;
