package org.thetisdb.core.error;

import java.util.Locale;

/**
 * Every error that can reach a person: a stable id, the SQLState for clients, what it means for a
 * transaction, and the fixed text with places for variables. {@code docs/use/errors.md} says what
 * to do. JDBC has the number as the vendor code, but for those with SQLState 40001:
 *
 * <pre>{@code
 * try (Statement statement = connection.createStatement()) {
 *   statement.execute("INSERT INTO account VALUES (7, 0)");
 * } catch (SQLException e) {
 *   if (ErrorCode.ofNumber(e.getErrorCode()) != ErrorCode.UNIQUE_VIOLATION) {
 *     throw e;
 *   }
 * }
 * }</pre>
 *
 * <p>The number on the wire is the id's number, so entries may move but not change.
 */
public enum ErrorCode {
  // 1xxx: the request itself
  /** T1001, SQLState 42883: no such procedure. */
  UNKNOWN_PROCEDURE(
      1001,
      "42883",
      Effect.NOT_RUN,
      "There is no procedure \"%s\". Upload its jar first, or see `status` for those that exist."),
  /** T1002, SQLState 22023: wrong number or types of arguments. */
  WRONG_ARGUMENTS(
      1002, "22023", Effect.NOT_RUN, "Procedure \"%s\" takes (%s), but was called with (%s)."),
  /** T1003, SQLState 08P01: a request cannot be understood. */
  BAD_REQUEST(1003, "08P01", Effect.NOT_RUN, "The request cannot be understood: %s."),
  /** T1004, SQLState 08007: a repeated call is too old. */
  STALE_REQUEST(
      1004,
      "08007",
      Effect.UNKNOWN,
      "Request %d of session %d is older than the last one that was run; its outcome is no longer"
          + " kept."),
  /** T1005, SQLState 53000: too many requests wait ({@code site.admission_limit}). */
  OVERLOADED(
      1005,
      "53000",
      Effect.NOT_RUN,
      "Too many requests are waiting (%s). Try again with fewer at once."),
  /** T1006, SQLState 42P01: no such table. */
  UNKNOWN_TABLE(1006, "42P01", Effect.NOT_RUN, "There is no table \"%s\"."),
  /** T1007, SQLState 42P16: a jar declares a table that exists with other columns. */
  SCHEMA_MISMATCH(1007, "42P16", Effect.NOT_RUN, "Table \"%s\" exists with other columns: %s."),
  /** T1008, SQLState 57014: a procedure holds threads that do not come back. */
  PROCEDURE_STUCK(
      1008,
      "57014",
      Effect.NOT_RUN,
      "Procedure \"%s\" holds %d threads that do not come back, and is not run again. Upload a"
          + " version that ends."),
  /** T1009, SQLState 55000: the answer was lost, and results of more than 64 KiB are not kept. */
  RESULT_NOT_KEPT(
      1009,
      "55000",
      Effect.COMMITTED,
      "Request %d of session %d has committed, but its answer was lost and its result is longer"
          + " than the %d KiB that are kept for a repetition. Read what it has done."),

  // 2xxx: while a transaction runs
  /** T2001, SQLState P0001: the procedure called {@code ctx.abort}, with this text. */
  ABORTED_BY_PROCEDURE(2001, "P0001", Effect.ABORTED, "%s"),
  /** T2002, SQLState 38000: an exception came out of the procedure. */
  PROCEDURE_FAILED(2002, "38000", Effect.ABORTED, "Procedure \"%s\" failed: %s."),
  /** T2003, SQLState 57014: the procedure ran for longer than {@code procedure.limit_ms}. */
  PROCEDURE_TOO_LONG(
      2003,
      "57014",
      Effect.ABORTED,
      "Procedure \"%s\" ran for more than %d ms and was rolled back."),
  /** T2004, SQLState 39000: the result cannot be sent, or has more than 8 MiB. */
  UNSENDABLE_RESULT(
      2004,
      "39000",
      Effect.ABORTED,
      "Procedure \"%s\" returned a %s, which cannot be sent; the transaction was rolled back."),
  /** T2005, SQLState 40001: a call lost conflicts until its time-out. */
  CONFLICT(
      2005,
      "40001",
      Effect.ABORTED,
      "The transaction lost %d conflicts within its %d ms and was rolled back. Try again."),
  /** T2006, SQLState 53200: a site's row store is full. */
  MEMORY_FULL(
      2006,
      "53200",
      Effect.ABORTED,
      "The row store of site %d is full (%d of %d MiB). Delete rows, or raise store.memory_mib or"
          + " store.overflow_mib; nothing was lost."),
  /** T2019, SQLState 53100: a site has less free disk than {@code disk.reserve_bytes}. */
  DISK_FULL(
      2019,
      "53100",
      Effect.ABORTED,
      "The disk of site %d is full: %d MiB are free, less than disk.reserve_bytes. Make room;"
          + " reading goes on, writing does by itself when there is room, and nothing was lost."),
  /** T2007, SQLState 54000: a transaction writes more than 8 MiB. */
  ROW_TOO_LARGE(
      2007, "54000", Effect.ABORTED, "A transaction writes %d bytes, more than the %d allowed."),
  /** T2008, SQLState 23000: a procedure inserted a row that exists, or broke a rule of a table. */
  CONSTRAINT(2008, "23000", Effect.ABORTED, "%s"),
  /** T2009, SQLState 54000: a transaction touches more rows than can be named at once. */
  TOO_MANY_KEYS(
      2009,
      "54000",
      Effect.ABORTED,
      "The transaction touches more rows than can be named at once (%s). Change fewer rows at a"
          + " time."),
  /** T2020, SQLState 55000: a fragment was made for other metadata of its engine. */
  ENGINE_METADATA(
      2020,
      "55000",
      Effect.ABORTED,
      "The metadata of the engine is at version %d, not %d. Read it, and make the fragments anew."),

  // 3xxx: the cluster
  /** T3001, SQLState 57014: the request was not started in time. */
  TIMED_OUT(3001, "57014", Effect.NOT_RUN, "The request was not started within %d ms."),
  /** T3002, SQLState 57P03: a site cannot write its log. */
  LOG_UNAVAILABLE(
      3002,
      "57P03",
      Effect.NOT_RUN,
      "Site %d cannot write its log (%s); updates are refused until it can."),
  /** T3003, SQLState 57P03: the site that masters the rows is not reachable. */
  SITE_UNAVAILABLE(
      3003, "57P03", Effect.NOT_RUN, "Site %d, which masters the rows, is not reachable."),
  /** T3004, SQLState 57P03: no site is there. */
  NO_SITES(3004, "57P03", Effect.NOT_RUN, "No site is registered yet. Wait, or start sites."),
  /** T3005, SQLState 08007: the connection was lost before the answer. */
  OUTCOME_UNKNOWN(
      3005,
      "08007",
      Effect.UNKNOWN,
      "The connection was lost before the answer came (%s); the transaction may have committed or"
          + " not."),
  /** T3006, SQLState 08001: no router can be reached. */
  NOT_CONNECTED(3006, "08001", Effect.NOT_RUN, "No router can be reached at %s (%s)."),
  /** T3007, SQLState 57P03: this router does not lead. */
  NOT_LEADER(3007, "57P03", Effect.NOT_RUN, "This router does not lead; try %s."),
  /** T3008, SQLState 57P01: the server is shutting down. */
  SHUTTING_DOWN(3008, "57P01", Effect.NOT_RUN, "The server is shutting down."),
  /** T3009, SQLState 57P03: the session has seen more than this cluster has. */
  VECTOR_AHEAD(
      3009,
      "57P03",
      Effect.NOT_RUN,
      "The session has seen position %d of site %d, whose log ends at %d. Open a new session."),

  /** T3010, SQLState 55000: a site cannot be added or drained now. */
  SITE_CHANGE_REFUSED(3010, "55000", Effect.NOT_RUN, "Site %d cannot be %s: %s."),
  /** T3011, SQLState 55000: the scheme cannot be changed to this one. */
  SCHEME_CHANGE_REFUSED(
      3011, "55000", Effect.NOT_RUN, "The scheme cannot be changed to \"%s\": %s."),
  /** T3012, SQLState 55000: a replica cannot be added or dropped. */
  REPLICA_CHANGE_REFUSED(3012, "55000", Effect.NOT_RUN, "The replicas cannot be changed: %s."),
  /** T3013, SQLState 55000: a placement cannot be applied or taken back. */
  PLACEMENT_CHANGE_REFUSED(3013, "55000", Effect.NOT_RUN, "The placement cannot be changed: %s."),

  /** T3014, SQLState 55000: a range cannot be moved. */
  MIGRATION_REFUSED(3014, "55000", Effect.NOT_RUN, "The range cannot be moved: %s."),

  /** T3015, SQLState 55000: a range cannot be split or merged. */
  BORDER_CHANGE_REFUSED(3015, "55000", Effect.NOT_RUN, "The border cannot be changed: %s."),

  // 4xxx: frames
  /** T4001, SQLState 08P01: a message was malformed. */
  BAD_FRAME(4001, "08P01", Effect.NOT_RUN, "A frame was refused: %s."),
  /** T4002, SQLState 54000: a message is longer than {@code frame.limit_bytes}. */
  FRAME_TOO_LONG(
      4002, "54000", Effect.NOT_RUN, "A frame of %d bytes is longer than the %d allowed."),
  /** T4003, SQLState 08P01: the two sides have different protocol versions. */
  WRONG_VERSION(
      4003,
      "08P01",
      Effect.NOT_RUN,
      "The peer speaks protocol version %d, this side version %d. Use the same release on both."),
  /**
   * T4004, SQLState 28000: no right to upload or to change the cluster ({@code upload.allowed}).
   */
  UNAUTHORIZED(4004, "28000", Effect.NOT_RUN, "Not allowed: %s."),
  /** T4005, SQLState 28000: what only sites and routers may send came from somebody else. */
  NOT_A_NODE(
      4005,
      "28000",
      Effect.NOT_RUN,
      "Only sites and routers of the cluster may send this. They show a node's certificate, or come"
          + " by the local socket of the same user; this came %s."),
  /** T4006, SQLState 08004: a connection without TLS where {@code tls.mode} is require. */
  TLS_REQUIRED(
      4006,
      "08004",
      Effect.NOT_RUN,
      "This port takes connections with TLS alone. Clients ask for it by sslmode=verify-full and"
          + " sslrootcert, nodes by tls.mode=require."),
  /** T4015, SQLState 42501: the user was not granted what it needs. */
  NO_RIGHT(4015, "42501", Effect.NOT_RUN, "Permission denied %s."),
  /** T4016, SQLState 28P01: a wrong password, or no such user. */
  LOGIN_FAILED(
      4016,
      "28P01",
      Effect.NOT_RUN,
      "Login of user \"%s\" failed: wrong password, or no such user."),
  /** T4017, SQLState 53300: {@code security.user_connections}, or those of one address. */
  TOO_MANY_CONNECTIONS(
      4017,
      "53300",
      Effect.NOT_RUN,
      "There are already %d connections of %s, the most that it may have."),
  /** T4018, SQLState 28000: {@code security.login_tries}. */
  TOO_MANY_TRIES(
      4018, "28000", Effect.NOT_RUN, "Too many logins from %s have failed. Try again in %d s."),
  /** T4019, SQLState 53400: {@code security.user_requests}, or {@code user_request_bytes}. */
  USER_OVERLOADED(
      4019,
      "53400",
      Effect.NOT_RUN,
      "User \"%s\" has %d requests of %d bytes under way, the most that it may have. Wait for"
          + " answers first."),
  /** T4020, SQLState 08P01: the other end runs a release that this one does not understand. */
  UNKNOWN_LEVEL(
      4020,
      "08P01",
      Effect.NOT_RUN,
      "The peer runs %s; release %s here knows levels up to %d. Use the same release on both."),

  // 5xxx: jars
  /** T5001, SQLState 22023: an upload is no usable jar. */
  BAD_JAR(5001, "22023", Effect.NOT_RUN, "The upload is not a usable jar: %s."),
  /** T5002, SQLState 54000: a jar is longer than {@code procedure.jar_limit_bytes}. */
  JAR_TOO_LARGE(5002, "54000", Effect.NOT_RUN, "The jar has %d bytes, more than the %d allowed."),
  /** T5003, SQLState 42723: another jar has a procedure of this name. */
  PROCEDURE_CLASH(
      5003,
      "42723",
      Effect.NOT_RUN,
      "Procedure \"%s\" already comes from jar \"%s\". Rename one, or replace that jar."),
  /** T5004, SQLState 54000: all jars together would have more than 15 MiB. */
  JARS_TOO_LARGE(
      5004,
      "54000",
      Effect.NOT_RUN,
      "The jars would have %d bytes together, more than the %d allowed. Replace one by a smaller"
          + " one."),

  // 6xxx: starting up
  /** T6001, SQLState 08001: an address cannot be read. */
  BAD_ADDRESS(6001, "08001", Effect.NOT_RUN, "\"%s\" is not an address. Write host:port."),
  /** T6002, SQLState 08001: a port is taken. */
  PORT_IN_USE(
      6002, "08001", Effect.NOT_RUN, "Cannot listen on %s: %s. Choose another port with --port."),
  /** T6003, SQLState 08001: Kafka cannot be reached. */
  KAFKA_UNREACHABLE(6003, "08001", Effect.NOT_RUN, "Kafka cannot be reached at %s: %s."),
  /** T6030, SQLState 53100: the log's disk is full to the last. */
  LOG_DISK_FULL(
      6030,
      "53100",
      Effect.NOT_RUN,
      "The log cannot be written: the disk of %s is full to the last. Make room there and start"
          + " again; nothing that was acknowledged is lost."),
  /** T6004, SQLState 08001: ZooKeeper cannot be reached. */
  ZOOKEEPER_UNREACHABLE(6004, "08001", Effect.NOT_RUN, "ZooKeeper cannot be reached at %s: %s."),
  /** T6005, SQLState 55000: the data directory belongs to another cluster. */
  DATA_OF_OTHER_CLUSTER(
      6005,
      "55000",
      Effect.NOT_RUN,
      "Directory %s belongs to cluster \"%s\", not to \"%s\". Choose another directory."),
  /** T6006, SQLState 55006: another process uses the data directory. */
  DATA_LOCKED(
      6006,
      "55006",
      Effect.NOT_RUN,
      "Directory %s is in use by another process. Stop it, or choose another directory."),
  /** T6007, SQLState 58030: the data directory cannot be written. */
  DATA_NOT_WRITABLE(6007, "58030", Effect.NOT_RUN, "Directory %s cannot be written: %s."),
  /** T6008, SQLState 22023: a setting does not fit. */
  BAD_SETTING(6008, "22023", Effect.NOT_RUN, "Setting %s cannot be \"%s\": %s."),
  /** T6009, SQLState 55000: a Kafka topic is set up so that data would be lost. */
  LOG_TOPIC_UNSAFE(6009, "55000", Effect.NOT_RUN, "Kafka topic %s would lose data: %s."),
  /** T6010, SQLState 58000: a part could not start. */
  START_FAILED(6010, "58000", Effect.NOT_RUN, "Could not start %s: %s."),
  /** T6032, SQLState 58000: a key or a certificate cannot be used. */
  TLS_FILE_UNUSABLE(6032, "58000", Effect.NOT_RUN, "File %s cannot be used for TLS: %s."),

  /** T6011, SQLState 55000: a site is not part of the cluster. */
  SITE_NOT_ADMITTED(
      6011,
      "55000",
      Effect.NOT_RUN,
      "Site %d is not part of the cluster. Admit it first: ./thetis admin add-site."),
  /** T6012, SQLState 55000: checkpoints belong to other logs than those in Kafka. */
  CHECKPOINT_OF_OTHER_LOGS(
      6012,
      "55000",
      Effect.NOT_RUN,
      "Checkpoint %s in %s belongs to the logs \"%s\", but those in Kafka are \"%s\": Kafka's data"
          + " were deleted, or this is another cluster. Bring them back, or start every site with"
          + " an empty directory."),

  // 7xxx: a site that had to stop
  /** T7001, SQLState 57P02: a later incarnation has replaced this one. */
  FENCED(
      7001,
      "57P02",
      Effect.UNKNOWN,
      "Incarnation %d of site %d was fenced by a later one and has stopped."),
  /** T7002, SQLState XX001: a log cannot be read. */
  LOG_CORRUPT(7002, "XX001", Effect.UNKNOWN, "The log of site %d cannot be read at offset %d: %s."),
  /** T7003, SQLState 58030: an append to the log failed. */
  LOG_APPEND_FAILED(
      7003,
      "58030",
      Effect.UNKNOWN,
      "Site %d could not append to its log (%s); its incarnation ends and it recovers from the"
          + " log."),
  /** T7004, SQLState 58030: a checkpoint could not be written. */
  CHECKPOINT_NOT_WRITTEN(
      7004,
      "58030",
      Effect.NOT_RUN,
      "Checkpoint %s could not be written to %s: %s. Earlier checkpoints and the logs are kept;"
          + " make room there."),
  /** T7005, SQLState XX001: a checkpoint is damaged; an older one is used. */
  CHECKPOINT_DAMAGED(
      7005,
      "XX001",
      Effect.NOT_RUN,
      "Checkpoint %s in %s cannot be used: %s. An older one is tried; delete this one."),
  /** T7006, SQLState 55000: the log does not reach back to the checkpoint. */
  LOG_TRIMMED(
      7006,
      "55000",
      Effect.NOT_RUN,
      "The log of site %d does not reach back to offset %d any more, and no checkpoint here makes"
          + " up for it. The site begins anew with a copy of another one's state, as soon as one"
          + " serves."),
  /** T7007, SQLState 57P02: the site was taken out of the cluster. */
  SITE_HAS_LEFT(
      7007,
      "57P02",
      Effect.NOT_RUN,
      "Site %d was taken out of the cluster and has handed everything over. A new site gets a new"
          + " number: ./thetis admin add-site."),
  /** T7008, SQLState 58030: copying another site's state failed. */
  COPY_FAILED(
      7008,
      "58030",
      Effect.NOT_RUN,
      "Site %d could not copy the state of another site: %s. It begins anew by itself."),
  /** T7009, SQLState 57P02: another lane of the site has ended. */
  LANE_ENDED(
      7009,
      "57P02",
      Effect.UNKNOWN,
      "Site %d, which shares its rows with this one, has ended: %s They begin anew by themselves."),
  /** T7010, SQLState 0A000: a site with a part of the rows has several lanes. */
  LANES_OF_PARTIAL_SITE(
      7010,
      "0A000",
      Effect.NOT_RUN,
      "Site %d holds only some of the rows, so it cannot share them with others: set site.lanes to"
          + " 1, or let every site hold every row (replicas.full_sites=0)."),

  // 8xxx: SQL
  /** T7011, SQLState 55000: rows of a partition are in no log and not here. */
  ROWS_NOT_HERE(
      7011,
      "55000",
      Effect.NOT_RUN,
      "Site %d is to master a partition whose rows were copied to it, and they are neither here nor"
          + " in a log. The site begins anew with a copy of another one's state, as soon as one"
          + " serves."),
  /** T8001, SQLState 42601: a syntax error, with line and column. */
  SQL_SYNTAX(8001, "42601", Effect.NOT_RUN, "Syntax error at line %d, column %d: %s"),
  /** T8002, SQLState 42703: no such column. */
  UNKNOWN_COLUMN(8002, "42703", Effect.NOT_RUN, "%s"),
  /** T8003, SQLState 42702: a column of several tables. */
  AMBIGUOUS_COLUMN(8003, "42702", Effect.NOT_RUN, "%s"),
  /** T8004, SQLState 42804: types do not go together. */
  SQL_TYPE_MISMATCH(8004, "42804", Effect.NOT_RUN, "%s"),
  /** T8005, SQLState 42883: no such function. */
  UNKNOWN_FUNCTION(8005, "42883", Effect.NOT_RUN, "%s"),
  /** T8006, SQLState 42000: the statement has no meaning. */
  SQL_INVALID(8006, "42000", Effect.NOT_RUN, "%s"),
  /** T8123, SQLState 42712: two tables of one name. */
  DUPLICATE_ALIAS(8123, "42712", Effect.NOT_RUN, "%s"),
  /** T8124, SQLState 42701: a column named twice. */
  DUPLICATE_COLUMN(8124, "42701", Effect.NOT_RUN, "%s"),
  /** T8125, SQLState 42803: a column neither grouped nor aggregated. */
  NOT_GROUPED(8125, "42803", Effect.NOT_RUN, "%s"),
  /** T8126, SQLState 42P20: a window function where none may be. */
  MISPLACED_WINDOW(8126, "42P20", Effect.NOT_RUN, "%s"),
  /** T8127, SQLState 42P10: ORDER BY or DISTINCT names what is not selected. */
  INVALID_COLUMN_REFERENCE(8127, "42P10", Effect.NOT_RUN, "%s"),
  /** T8007, SQLState 0A000: not supported. */
  NOT_SUPPORTED(8007, "0A000", Effect.NOT_RUN, "%s is not supported."),
  /** T8054, SQLState 42P17: a definition has no meaning. */
  INVALID_DEFINITION(8054, "42P17", Effect.NOT_RUN, "%s"),
  /** T8122, SQLState 2200H: a sequence is at its end. */
  SEQUENCE_ENDED(
      8122, "2200H", Effect.ABORTED, "Sequence \"%s\" has come to the end of its numbers."),
  /** T8121, SQLState 428C9: a value for a GENERATED ALWAYS column. */
  GENERATED_ALWAYS(8121, "428C9", Effect.NOT_RUN, "%s"),
  /** T8093, SQLState 42P16: a table's definition contradicts itself. */
  INVALID_TABLE_DEFINITION(8093, "42P16", Effect.NOT_RUN, "%s"),
  /** T8094, SQLState 42939: a schema's name is kept for temporary tables. */
  RESERVED_NAME(
      8094,
      "42939",
      Effect.NOT_RUN,
      "The name \"%s\" is kept for schemas of temporary tables; choose another one."),
  /** T8095, SQLState 08006: the connection's temporary tables are gone. */
  TEMPORARY_TABLES_LOST(
      8095,
      "08006",
      Effect.NOT_RUN,
      "The temporary tables of this connection are gone: nothing was heard of it for %d minutes"
          + " after it was lost. Create them anew."),
  /** T8055, SQLState 42P10: ON CONFLICT names no unique index. */
  INVALID_CONFLICT_TARGET(8055, "42P10", Effect.NOT_RUN, "%s"),
  /** T8053, SQLState XX000: deferred constraints are to be checked. */
  CHECKS_DUE(
      8053, "XX000", Effect.NOT_RUN, "The transaction has still to check some of its constraints."),
  /** T8051, SQLState 3F000: no such schema. */
  UNKNOWN_SCHEMA(8051, "3F000", Effect.NOT_RUN, "There is no schema \"%s\"."),
  /** T8052, SQLState 42P06: a schema of this name exists. */
  SCHEMA_EXISTS(8052, "42P06", Effect.NOT_RUN, "There is already a schema \"%s\"."),
  /** T8008, SQLState 42P07: an object of this name exists. */
  OBJECT_EXISTS(8008, "42P07", Effect.NOT_RUN, "There is already %s \"%s\"."),
  /** T8066, SQLState 42710: a role of this name is there. */
  ROLE_EXISTS(8066, "42710", Effect.NOT_RUN, "There is already a role \"%s\"."),
  /** T8067, SQLState 0LP01: a grant that makes no sense. */
  INVALID_GRANT(8067, "0LP01", Effect.NOT_RUN, "%s"),
  /** T8009, SQLState 42704: no such object. */
  UNKNOWN_OBJECT(8009, "42704", Effect.NOT_RUN, "There is no %s \"%s\"."),
  /** T8010, SQLState 23502: NULL in a NOT NULL column. */
  NOT_NULL_VIOLATION(
      8010, "23502", Effect.ABORTED, "Column \"%s\" of table \"%s\" cannot be null."),
  /** T8011, SQLState 23503: a foreign key has no parent, or a parent has children. */
  FOREIGN_KEY_VIOLATION(8011, "23503", Effect.ABORTED, "%s"),
  /** T8012, SQLState 23505: a unique value exists. */
  UNIQUE_VIOLATION(
      8012, "23505", Effect.ABORTED, "Constraint \"%s\" of table \"%s\": there is already %s."),
  /** T8013, SQLState 23514: a CHECK does not allow the row. */
  CHECK_VIOLATION(
      8013, "23514", Effect.ABORTED, "Constraint \"%s\" of table \"%s\" does not allow this row."),
  /** T8014, SQLState 22003: a number out of range. */
  NUMBER_OUT_OF_RANGE(8014, "22003", Effect.ABORTED, "%s"),
  /** T8015, SQLState 22001: a text too long for its column. */
  STRING_TOO_LONG(8015, "22001", Effect.ABORTED, "%s"),
  /** T8016, SQLState 22012: division by zero. */
  DIVISION_BY_ZERO(8016, "22012", Effect.ABORTED, "Division by zero."),
  /** T8017, SQLState 22P02: a text that is no value of the type. */
  BAD_VALUE(8017, "22P02", Effect.ABORTED, "%s"),
  /** T8018, SQLState 22007: a text that is no date or time. */
  BAD_DATETIME(8018, "22007", Effect.ABORTED, "%s"),
  /** T8061, SQLState 22008: a date or time out of range. */
  DATETIME_OUT_OF_RANGE(8061, "22008", Effect.ABORTED, "%s"),
  /** T8062, SQLState 22023: an argument out of range. */
  BAD_ARGUMENT(8062, "22023", Effect.ABORTED, "%s"),
  /** T8064, SQLState 22004: NULL where a value is needed. */
  NULL_NOT_ALLOWED(8064, "22004", Effect.ABORTED, "%s"),
  /** T8065, SQLState 2202E: a subscript out of range. */
  BAD_SUBSCRIPT(8065, "2202E", Effect.ABORTED, "%s"),
  /** T8063, SQLState 2201B: a pattern cannot be read. */
  BAD_PATTERN(8063, "2201B", Effect.ABORTED, "%s"),
  /** T8110, SQLState 22025: a wrong ESCAPE. */
  BAD_ESCAPE(8110, "22025", Effect.ABORTED, "%s"),
  /** T8111, SQLState 54000: a pattern takes too long. */
  PATTERN_TOO_COSTLY(8111, "54000", Effect.ABORTED, "%s"),
  /** T8112, SQLState 22011: a negative length of SUBSTRING. */
  BAD_SUBSTRING(8112, "22011", Effect.ABORTED, "%s"),
  /** T8113, SQLState 54000: no character of this number. */
  BAD_CHARACTER(8113, "54000", Effect.ABORTED, "%s"),
  /** T8114, SQLState 22014: NTILE of zero or less. */
  BAD_NTILE(8114, "22014", Effect.ABORTED, "%s"),
  /** T8115, SQLState 22016: NTH_VALUE of zero or less. */
  BAD_NTH_VALUE(8115, "22016", Effect.ABORTED, "%s"),
  /** T8090, SQLState 2201E: a logarithm of zero or less. */
  BAD_LOGARITHM(8090, "2201E", Effect.ABORTED, "%s"),
  /** T8091, SQLState 2201F: a power without a value. */
  BAD_POWER(8091, "2201F", Effect.ABORTED, "%s"),
  /** T8019, SQLState 21000: several rows where one is wanted, or a row changed twice. */
  TOO_MANY_ROWS(8019, "21000", Effect.ABORTED, "%s"),
  /** T8020, SQLState 07001: a wrong number of parameters. */
  WRONG_PARAMETERS(
      8020, "07001", Effect.NOT_RUN, "The statement has %d parameters, but %d were given."),
  /** T8021, SQLState 54001: too long, too deep, or too hard to plan. */
  STATEMENT_TOO_LARGE(8021, "54001", Effect.NOT_RUN, "The statement has %s."),
  /** T8022, SQLState 54000: the result is too large. */
  RESULT_TOO_LARGE(
      8022, "54000", Effect.ABORTED, "The result has more than %s. Ask for less, or use LIMIT."),
  /** T8023, SQLState 25P01: no transaction to end. */
  NO_TRANSACTION(8023, "25P01", Effect.NOT_RUN, "There is no transaction to %s."),
  /** T8024, SQLState 25P02: the transaction has failed before. */
  TRANSACTION_FAILED(
      8024,
      "25P02",
      Effect.NOT_RUN,
      "The transaction has failed before; nothing but ROLLBACK is possible."),
  /** T8025, SQLState 25006: a read-only transaction would write. */
  READ_ONLY_TRANSACTION(
      8025, "25006", Effect.NOT_RUN, "The transaction is read-only, and %s would write."),
  /**
   * T8026, SQLState 40001: the transaction met another one, as in a deadlock, or was idle while
   * others waited.
   */
  SERIALIZATION_FAILURE(
      8026, "40001", Effect.ABORTED, "The transaction was rolled back: %s. Run it again."),
  /** T8027, SQLState 40001: the transaction was idle for more than 60 s. */
  IDLE_TRANSACTION(
      8027,
      "40001",
      Effect.ABORTED,
      "The transaction was idle for more than %d ms and was rolled back."),
  /** T8120, SQLState 25001: the level is set after another statement. */
  TRANSACTION_HAS_BEGUN(
      8120,
      "25001",
      Effect.NOT_RUN,
      "SET TRANSACTION ISOLATION LEVEL must come before any other statement of its transaction."),
  /** T8028, SQLState 3B001: no such savepoint. */
  UNKNOWN_SAVEPOINT(8028, "3B001", Effect.NOT_RUN, "There is no savepoint \"%s\"."),
  /** T8029, SQLState 57014: the statement was canceled. */
  QUERY_CANCELED(8029, "57014", Effect.ABORTED, "The statement was canceled."),
  /** T8096, SQLState 57014: the statement was not done in its time. */
  STATEMENT_TIMED_OUT(
      8096,
      "57014",
      Effect.ABORTED,
      "The statement was canceled: it was not done within the %d ms that it was given."),
  /** T8030, SQLState 2BP01: other objects depend on it. */
  DEPENDENT_OBJECTS(8030, "2BP01", Effect.NOT_RUN, "%s"),
  /** T8032, SQLState XX000: more values of a sequence than one call can have. */
  MORE_VALUES(
      8032, "XX000", Effect.ABORTED, "Sequence \"%s\" has given out all %d values of this call."),
  /** T8033, SQLState 54000: a serializable transaction that writes has read too much. */
  READS_TOO_LARGE(
      8033,
      "54000",
      Effect.ABORTED,
      "The transaction is serializable, writes, and has read too much for that: %s. Read by"
          + " narrower keys, or use REPEATABLE READ."),
  /** T8031, SQLState 34000: the rest of the result is gone. */
  UNKNOWN_CURSOR(
      8031, "34000", Effect.NOT_RUN, "The result is no longer there; run the query again."),
  /**
   * T8035, SQLState 53200: a site's statements together need more than {@code query.memory_mib}.
   */
  QUERY_MEMORY(
      8035,
      "53200",
      Effect.ABORTED,
      "The statements of the site would keep more at once than the %d MiB of query.memory_mib. Try"
          + " again, ask for less, or raise it."),
  /** T8043, SQLState 53200: a statement needs more than {@code query.statement_memory_mib}. */
  STATEMENT_MEMORY(
      8043,
      "53200",
      Effect.ABORTED,
      "The statement would sort, group, join or make more at once than the %d MiB of"
          + " query.statement_memory_mib. Ask for less, add an index for the order, or raise it."),
  /** T8044, SQLState 54000: no site can have all that a call touches. */
  NOT_TOGETHER(
      8044,
      "54000",
      Effect.ABORTED,
      "No site holds all that this touches, and it cannot be brought to one: %s."
          + " (replicas.full_sites=none)"),
  /** T8036, SQLState 55000: CURRVAL or LASTVAL before NEXTVAL. */
  NO_VALUE_YET(8036, "55000", Effect.NOT_RUN, "%s has given no value to this session yet."),
  /** T8037, SQLState 55P03: NOWAIT met a locked row. */
  ROW_LOCKED(8037, "55P03", Effect.ABORTED, "A row is locked by another transaction."),
  /** T8038, SQLState 40001: a site does not hold the rows any more. */
  NOT_HELD(
      8038,
      "40001",
      Effect.ABORTED,
      "Site %d does not hold the rows that were asked for. Run the transaction again."),
  /** T8039, SQLState 22P02: a text that is no JSON. */
  BAD_JSON(8039, "22P02", Effect.ABORTED, "%s"),
  /** T8040, SQLState 22023: a JSON function cannot use its argument. */
  BAD_JSON_USE(8040, "22023", Effect.ABORTED, "%s"),
  /** T8041, SQLState 22P02: a text that is no array. */
  BAD_ARRAY(8041, "22P02", Effect.ABORTED, "%s"),
  /** T8042, SQLState 22008: an interval out of range. */
  INTERVAL_OUT_OF_RANGE(8042, "22008", Effect.ABORTED, "%s"),
  /** T8070, SQLState 0A000: a value of more than 1 MiB where none may be. */
  LARGE_VALUE_MISPLACED(
      8070,
      "0A000",
      Effect.ABORTED,
      "%s cannot be a value of %d bytes that is kept beside its row. Such a value is stored in a"
          + " column of text or bytes without an index, and read, as it is; let the client do what"
          + " is to be done with it."),
  /** T8071, SQLState 55000: a large value is gone with its row. */
  LARGE_VALUE_GONE(8071, "55000", Effect.ABORTED, "The value of %d bytes is not there: %s."),
  /** T8072, SQLState 54000: a value of more than 64 MiB. */
  LARGE_VALUE_TOO_LONG(
      8072, "54000", Effect.ABORTED, "A value has more than the %d bytes that are allowed."),
  /**
   * T8034, SQLState 34000: the rest of a result was given up (60 s without a fetch, or 300 s in
   * all).
   */
  RESULT_EXPIRED(
      8034,
      "34000",
      Effect.ABORTED,
      "The rest of the result was not kept: %s. Run the query again, and read it faster or in"
          + " parts."),

  // 9xxx: faults
  /** T9001, SQLState XX000: a fault of Thetis. */
  INTERNAL(
      9001,
      "XX000",
      Effect.UNKNOWN,
      "Internal error: %s. This is a fault of Thetis; please report it.");

  /** What an error says about the transaction that it answers. Clients act by it. */
  public enum Effect {
    /** It ran and was rolled back; nothing of it remains. */
    ABORTED,
    /** It was never started. */
    NOT_RUN,
    /** It has committed; only its result is missing. */
    COMMITTED,
    /** It may have committed. */
    UNKNOWN
  }

  private static final ErrorCode[] BY_NUMBER = new ErrorCode[10_000];

  static {
    for (ErrorCode code : values()) {
      if (BY_NUMBER[code.number] != null) {
        throw new AssertionError("two errors with number " + code.number);
      }
      BY_NUMBER[code.number] = code;
    }
  }

  private final int number;
  private final String sqlState;
  private final Effect effect;
  private final String text;

  ErrorCode(int number, String sqlState, Effect effect, String text) {
    this.number = number;
    this.sqlState = sqlState;
    this.effect = effect;
    this.text = text;
  }

  /** {@return the id that people see, such as {@code T1001}} */
  public String id() {
    return "T" + number;
  }

  /** {@return the number of the id, such as 1001; the vendor code over JDBC} */
  public int number() {
    return number;
  }

  /** {@return the SQLState, five characters} */
  public String sqlState() {
    return sqlState;
  }

  /** {@return what the error says about the transaction} */
  public Effect effect() {
    return effect;
  }

  /**
   * For the engine: the text with its variables filled in.
   *
   * @hidden
   */
  public String format(Object... variables) {
    return String.format(Locale.ROOT, text, variables);
  }

  /**
   * The code with a number.
   *
   * @param number such as 1001 for T1001
   * @return the code; {@link #INTERNAL} for a number that is none, as of a newer release
   */
  public static ErrorCode ofNumber(int number) {
    ErrorCode code = number >= 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : null;
    return code == null ? INTERNAL : code;
  }
}
