package org.thetisdb.core.error;

import java.util.Locale;

/**
 * Every error that can reach a person: a stable id, the SQLState for clients, what it means for a
 * transaction, and the fixed text with places for variables. The number on the wire is the id's
 * number, so entries may move but not change.
 */
public enum ErrorCode {
  // 1xxx: the request itself
  UNKNOWN_PROCEDURE(
      1001,
      "42883",
      Effect.NOT_RUN,
      "There is no procedure \"%s\". Upload its jar first, or see `status` for those that exist."),
  WRONG_ARGUMENTS(
      1002, "22023", Effect.NOT_RUN, "Procedure \"%s\" takes (%s), but was called with (%s)."),
  BAD_REQUEST(1003, "08P01", Effect.NOT_RUN, "The request cannot be understood: %s."),
  STALE_REQUEST(
      1004,
      "08007",
      Effect.UNKNOWN,
      "Request %d of session %d is older than the last one that was run; its outcome is no longer"
          + " kept."),
  OVERLOADED(
      1005,
      "53000",
      Effect.NOT_RUN,
      "Too many requests are waiting (%s). Try again with fewer at once."),
  UNKNOWN_TABLE(1006, "42P01", Effect.NOT_RUN, "There is no table \"%s\"."),
  SCHEMA_MISMATCH(1007, "42P16", Effect.NOT_RUN, "Table \"%s\" exists with other columns: %s."),
  PROCEDURE_STUCK(
      1008,
      "57014",
      Effect.NOT_RUN,
      "Procedure \"%s\" holds %d threads that do not come back, and is not run again. Upload a"
          + " version that ends."),
  RESULT_NOT_KEPT(
      1009,
      "55000",
      Effect.COMMITTED,
      "Request %d of session %d has committed, but its answer was lost and its result is longer"
          + " than the %d KiB that are kept for a repetition. Read what it has done."),

  // 2xxx: while a transaction runs
  ABORTED_BY_PROCEDURE(2001, "P0001", Effect.ABORTED, "%s"),
  PROCEDURE_FAILED(2002, "38000", Effect.ABORTED, "Procedure \"%s\" failed: %s."),
  PROCEDURE_TOO_LONG(
      2003,
      "57014",
      Effect.ABORTED,
      "Procedure \"%s\" ran for more than %d ms and was rolled back."),
  UNSENDABLE_RESULT(
      2004,
      "39000",
      Effect.ABORTED,
      "Procedure \"%s\" returned a %s, which cannot be sent; the transaction was rolled back."),
  CONFLICT(
      2005,
      "40001",
      Effect.ABORTED,
      "The transaction lost %d conflicts within its %d ms and was rolled back. Try again."),
  MEMORY_FULL(
      2006,
      "53200",
      Effect.ABORTED,
      "The row store of site %d is full (%d of %d MiB). Delete rows, or raise store.memory_mib or"
          + " store.overflow_mib; nothing was lost."),
  DISK_FULL(
      2019,
      "53100",
      Effect.ABORTED,
      "The disk of site %d is full: %d MiB are free, less than disk.reserve_bytes. Make room;"
          + " reading goes on, writing does by itself when there is room, and nothing was lost."),
  ROW_TOO_LARGE(
      2007, "54000", Effect.ABORTED, "A transaction writes %d bytes, more than the %d allowed."),
  CONSTRAINT(2008, "23000", Effect.ABORTED, "%s"),
  TOO_MANY_KEYS(
      2009,
      "54000",
      Effect.ABORTED,
      "The transaction touches more rows than can be named at once (%s). Change fewer rows at a"
          + " time."),

  // 3xxx: the cluster
  TIMED_OUT(3001, "57014", Effect.NOT_RUN, "The request was not started within %d ms."),
  LOG_UNAVAILABLE(
      3002,
      "57P03",
      Effect.NOT_RUN,
      "Site %d cannot write its log (%s); updates are refused until it can."),
  SITE_UNAVAILABLE(
      3003, "57P03", Effect.NOT_RUN, "Site %d, which masters the rows, is not reachable."),
  NO_SITES(3004, "57P03", Effect.NOT_RUN, "No site is registered yet. Wait, or start sites."),
  OUTCOME_UNKNOWN(
      3005,
      "08007",
      Effect.UNKNOWN,
      "The connection was lost before the answer came (%s); the transaction may have committed or"
          + " not."),
  NOT_CONNECTED(3006, "08001", Effect.NOT_RUN, "No router can be reached at %s (%s)."),
  NOT_LEADER(3007, "57P03", Effect.NOT_RUN, "This router does not lead; try %s."),
  SHUTTING_DOWN(3008, "57P01", Effect.NOT_RUN, "The server is shutting down."),
  VECTOR_AHEAD(
      3009,
      "57P03",
      Effect.NOT_RUN,
      "The session has seen position %d of site %d, whose log ends at %d. Open a new session."),

  SITE_CHANGE_REFUSED(3010, "55000", Effect.NOT_RUN, "Site %d cannot be %s: %s."),
  SCHEME_CHANGE_REFUSED(
      3011, "55000", Effect.NOT_RUN, "The scheme cannot be changed to \"%s\": %s."),
  REPLICA_CHANGE_REFUSED(3012, "55000", Effect.NOT_RUN, "The replicas cannot be changed: %s."),
  PLACEMENT_CHANGE_REFUSED(3013, "55000", Effect.NOT_RUN, "The placement cannot be changed: %s."),

  // 4xxx: frames
  BAD_FRAME(4001, "08P01", Effect.NOT_RUN, "A frame was refused: %s."),
  FRAME_TOO_LONG(
      4002, "54000", Effect.NOT_RUN, "A frame of %d bytes is longer than the %d allowed."),
  WRONG_VERSION(
      4003,
      "08P01",
      Effect.NOT_RUN,
      "The peer speaks protocol version %d, this side version %d. Use the same release on both."),
  UNAUTHORIZED(4004, "28000", Effect.NOT_RUN, "Not allowed: %s."),

  // 5xxx: jars
  BAD_JAR(5001, "22023", Effect.NOT_RUN, "The upload is not a usable jar: %s."),
  JAR_TOO_LARGE(5002, "54000", Effect.NOT_RUN, "The jar has %d bytes, more than the %d allowed."),
  PROCEDURE_CLASH(
      5003,
      "42723",
      Effect.NOT_RUN,
      "Procedure \"%s\" already comes from jar \"%s\". Rename one, or replace that jar."),
  JARS_TOO_LARGE(
      5004,
      "54000",
      Effect.NOT_RUN,
      "The jars would have %d bytes together, more than the %d allowed. Replace one by a smaller"
          + " one."),

  // 6xxx: starting up
  BAD_ADDRESS(6001, "08001", Effect.NOT_RUN, "\"%s\" is not an address. Write host:port."),
  PORT_IN_USE(
      6002, "08001", Effect.NOT_RUN, "Cannot listen on %s: %s. Choose another port with --port."),
  KAFKA_UNREACHABLE(6003, "08001", Effect.NOT_RUN, "Kafka cannot be reached at %s: %s."),
  LOG_DISK_FULL(
      6030,
      "53100",
      Effect.NOT_RUN,
      "The log cannot be written: the disk of %s is full to the last. Make room there and start"
          + " again; nothing that was acknowledged is lost."),
  ZOOKEEPER_UNREACHABLE(6004, "08001", Effect.NOT_RUN, "ZooKeeper cannot be reached at %s: %s."),
  DATA_OF_OTHER_CLUSTER(
      6005,
      "55000",
      Effect.NOT_RUN,
      "Directory %s belongs to cluster \"%s\", not to \"%s\". Choose another directory."),
  DATA_LOCKED(
      6006,
      "55006",
      Effect.NOT_RUN,
      "Directory %s is in use by another process. Stop it, or choose another directory."),
  DATA_NOT_WRITABLE(6007, "58030", Effect.NOT_RUN, "Directory %s cannot be written: %s."),
  BAD_SETTING(6008, "22023", Effect.NOT_RUN, "Setting %s cannot be \"%s\": %s."),
  LOG_TOPIC_UNSAFE(6009, "55000", Effect.NOT_RUN, "Kafka topic %s would lose data: %s."),
  START_FAILED(6010, "58000", Effect.NOT_RUN, "Could not start %s: %s."),

  SITE_NOT_ADMITTED(
      6011,
      "55000",
      Effect.NOT_RUN,
      "Site %d is not part of the cluster. Admit it first: ./thetis admin add-site."),
  CHECKPOINT_OF_OTHER_LOGS(
      6012,
      "55000",
      Effect.NOT_RUN,
      "Checkpoint %s in %s belongs to the logs \"%s\", but those in Kafka are \"%s\": Kafka's data"
          + " were deleted, or this is another cluster. Bring them back, or start every site with"
          + " an empty directory."),

  // 7xxx: a site that had to stop
  FENCED(
      7001,
      "57P02",
      Effect.UNKNOWN,
      "Incarnation %d of site %d was fenced by a later one and has stopped."),
  LOG_CORRUPT(7002, "XX001", Effect.UNKNOWN, "The log of site %d cannot be read at offset %d: %s."),
  LOG_APPEND_FAILED(
      7003,
      "58030",
      Effect.UNKNOWN,
      "Site %d could not append to its log (%s); its incarnation ends and it recovers from the"
          + " log."),
  CHECKPOINT_NOT_WRITTEN(
      7004,
      "58030",
      Effect.NOT_RUN,
      "Checkpoint %s could not be written to %s: %s. Earlier checkpoints and the logs are kept;"
          + " make room there."),
  CHECKPOINT_DAMAGED(
      7005,
      "XX001",
      Effect.NOT_RUN,
      "Checkpoint %s in %s cannot be used: %s. An older one is tried; delete this one."),
  LOG_TRIMMED(
      7006,
      "55000",
      Effect.NOT_RUN,
      "The log of site %d does not reach back to offset %d any more, and no checkpoint here makes"
          + " up for it. The site begins anew with a copy of another one's state, as soon as one"
          + " serves."),
  SITE_HAS_LEFT(
      7007,
      "57P02",
      Effect.NOT_RUN,
      "Site %d was taken out of the cluster and has handed everything over. A new site gets a new"
          + " number: ./thetis admin add-site."),
  COPY_FAILED(
      7008,
      "58030",
      Effect.NOT_RUN,
      "Site %d could not copy the state of another site: %s. It begins anew by itself."),
  LANE_ENDED(
      7009,
      "57P02",
      Effect.UNKNOWN,
      "Site %d, which shares its rows with this one, has ended: %s They begin anew by themselves."),
  LANES_OF_PARTIAL_SITE(
      7010,
      "0A000",
      Effect.NOT_RUN,
      "Site %d holds only some of the rows, so it cannot share them with others: set site.lanes to"
          + " 1, or let every site hold every row (replicas.full_sites=0)."),

  // 8xxx: SQL
  SQL_SYNTAX(8001, "42601", Effect.NOT_RUN, "Syntax error at line %d, column %d: %s"),
  UNKNOWN_COLUMN(8002, "42703", Effect.NOT_RUN, "%s"),
  AMBIGUOUS_COLUMN(8003, "42702", Effect.NOT_RUN, "%s"),
  SQL_TYPE_MISMATCH(8004, "42804", Effect.NOT_RUN, "%s"),
  UNKNOWN_FUNCTION(8005, "42883", Effect.NOT_RUN, "%s"),
  SQL_INVALID(8006, "42000", Effect.NOT_RUN, "%s"),
  DUPLICATE_ALIAS(8123, "42712", Effect.NOT_RUN, "%s"),
  DUPLICATE_COLUMN(8124, "42701", Effect.NOT_RUN, "%s"),
  NOT_GROUPED(8125, "42803", Effect.NOT_RUN, "%s"),
  MISPLACED_WINDOW(8126, "42P20", Effect.NOT_RUN, "%s"),
  INVALID_COLUMN_REFERENCE(8127, "42P10", Effect.NOT_RUN, "%s"),
  NOT_SUPPORTED(8007, "0A000", Effect.NOT_RUN, "%s is not supported."),
  INVALID_DEFINITION(8054, "42P17", Effect.NOT_RUN, "%s"),
  SEQUENCE_ENDED(
      8122, "2200H", Effect.ABORTED, "Sequence \"%s\" has come to the end of its numbers."),
  GENERATED_ALWAYS(8121, "428C9", Effect.NOT_RUN, "%s"),
  INVALID_TABLE_DEFINITION(8093, "42P16", Effect.NOT_RUN, "%s"),
  RESERVED_NAME(
      8094,
      "42939",
      Effect.NOT_RUN,
      "The name \"%s\" is kept for schemas of temporary tables; choose another one."),
  TEMPORARY_TABLES_LOST(
      8095,
      "08006",
      Effect.NOT_RUN,
      "The temporary tables of this connection are gone: nothing was heard of it for %d minutes"
          + " after it was lost. Create them anew."),
  INVALID_CONFLICT_TARGET(8055, "42P10", Effect.NOT_RUN, "%s"),
  CHECKS_DUE(
      8053, "XX000", Effect.NOT_RUN, "The transaction has still to check some of its constraints."),
  UNKNOWN_SCHEMA(8051, "3F000", Effect.NOT_RUN, "There is no schema \"%s\"."),
  SCHEMA_EXISTS(8052, "42P06", Effect.NOT_RUN, "There is already a schema \"%s\"."),
  OBJECT_EXISTS(8008, "42P07", Effect.NOT_RUN, "There is already %s \"%s\"."),
  UNKNOWN_OBJECT(8009, "42704", Effect.NOT_RUN, "There is no %s \"%s\"."),
  NOT_NULL_VIOLATION(
      8010, "23502", Effect.ABORTED, "Column \"%s\" of table \"%s\" cannot be null."),
  FOREIGN_KEY_VIOLATION(8011, "23503", Effect.ABORTED, "%s"),
  UNIQUE_VIOLATION(
      8012, "23505", Effect.ABORTED, "Constraint \"%s\" of table \"%s\": there is already %s."),
  CHECK_VIOLATION(
      8013, "23514", Effect.ABORTED, "Constraint \"%s\" of table \"%s\" does not allow this row."),
  NUMBER_OUT_OF_RANGE(8014, "22003", Effect.ABORTED, "%s"),
  STRING_TOO_LONG(8015, "22001", Effect.ABORTED, "%s"),
  DIVISION_BY_ZERO(8016, "22012", Effect.ABORTED, "Division by zero."),
  BAD_VALUE(8017, "22P02", Effect.ABORTED, "%s"),
  BAD_DATETIME(8018, "22007", Effect.ABORTED, "%s"),
  DATETIME_OUT_OF_RANGE(8061, "22008", Effect.ABORTED, "%s"),
  BAD_ARGUMENT(8062, "22023", Effect.ABORTED, "%s"),
  NULL_NOT_ALLOWED(8064, "22004", Effect.ABORTED, "%s"),
  BAD_SUBSCRIPT(8065, "2202E", Effect.ABORTED, "%s"),
  BAD_PATTERN(8063, "2201B", Effect.ABORTED, "%s"),
  BAD_ESCAPE(8110, "22025", Effect.ABORTED, "%s"),
  PATTERN_TOO_COSTLY(8111, "54000", Effect.ABORTED, "%s"),
  BAD_SUBSTRING(8112, "22011", Effect.ABORTED, "%s"),
  BAD_CHARACTER(8113, "54000", Effect.ABORTED, "%s"),
  BAD_NTILE(8114, "22014", Effect.ABORTED, "%s"),
  BAD_NTH_VALUE(8115, "22016", Effect.ABORTED, "%s"),
  BAD_LOGARITHM(8090, "2201E", Effect.ABORTED, "%s"),
  BAD_POWER(8091, "2201F", Effect.ABORTED, "%s"),
  TOO_MANY_ROWS(8019, "21000", Effect.ABORTED, "%s"),
  WRONG_PARAMETERS(
      8020, "07001", Effect.NOT_RUN, "The statement has %d parameters, but %d were given."),
  STATEMENT_TOO_LARGE(8021, "54001", Effect.NOT_RUN, "The statement has %s."),
  RESULT_TOO_LARGE(
      8022, "54000", Effect.ABORTED, "The result has more than %s. Ask for less, or use LIMIT."),
  NO_TRANSACTION(8023, "25P01", Effect.NOT_RUN, "There is no transaction to %s."),
  TRANSACTION_FAILED(
      8024,
      "25P02",
      Effect.NOT_RUN,
      "The transaction has failed before; nothing but ROLLBACK is possible."),
  READ_ONLY_TRANSACTION(
      8025, "25006", Effect.NOT_RUN, "The transaction is read-only, and %s would write."),
  SERIALIZATION_FAILURE(
      8026, "40001", Effect.ABORTED, "The transaction was rolled back: %s. Run it again."),
  IDLE_TRANSACTION(
      8027,
      "40001",
      Effect.ABORTED,
      "The transaction was idle for more than %d ms and was rolled back."),
  TRANSACTION_HAS_BEGUN(
      8120,
      "25001",
      Effect.NOT_RUN,
      "SET TRANSACTION ISOLATION LEVEL must come before any other statement of its transaction."),
  UNKNOWN_SAVEPOINT(8028, "3B001", Effect.NOT_RUN, "There is no savepoint \"%s\"."),
  QUERY_CANCELED(8029, "57014", Effect.ABORTED, "The statement was canceled."),
  STATEMENT_TIMED_OUT(
      8096,
      "57014",
      Effect.ABORTED,
      "The statement was canceled: it was not done within the %d ms that it was given."),
  DEPENDENT_OBJECTS(8030, "2BP01", Effect.NOT_RUN, "%s"),
  MORE_VALUES(
      8032, "XX000", Effect.ABORTED, "Sequence \"%s\" has given out all %d values of this call."),
  READS_TOO_LARGE(
      8033,
      "54000",
      Effect.ABORTED,
      "The transaction is serializable, writes, and has read too much for that: %s. Read by"
          + " narrower keys, or use REPEATABLE READ."),
  UNKNOWN_CURSOR(
      8031, "34000", Effect.NOT_RUN, "The result is no longer there; run the query again."),
  QUERY_MEMORY(
      8035,
      "53200",
      Effect.ABORTED,
      "The statements of the site would keep more at once than the %d MiB of query.memory_mib. Try"
          + " again, ask for less, or raise it."),
  STATEMENT_MEMORY(
      8043,
      "53200",
      Effect.ABORTED,
      "The statement would sort, group, join or make more at once than the %d MiB of"
          + " query.statement_memory_mib. Ask for less, add an index for the order, or raise it."),
  NO_VALUE_YET(8036, "55000", Effect.NOT_RUN, "%s has given no value to this session yet."),
  ROW_LOCKED(8037, "55P03", Effect.ABORTED, "A row is locked by another transaction."),
  NOT_HELD(
      8038,
      "40001",
      Effect.ABORTED,
      "Site %d does not hold the rows that were asked for. Run the transaction again."),
  BAD_JSON(8039, "22P02", Effect.ABORTED, "%s"),
  BAD_JSON_USE(8040, "22023", Effect.ABORTED, "%s"),
  BAD_ARRAY(8041, "22P02", Effect.ABORTED, "%s"),
  INTERVAL_OUT_OF_RANGE(8042, "22008", Effect.ABORTED, "%s"),
  LARGE_VALUE_MISPLACED(
      8070,
      "0A000",
      Effect.ABORTED,
      "%s cannot be a value of %d bytes that is kept beside its row. Such a value is stored in a"
          + " column of text or bytes without an index, and read, as it is; let the client do what"
          + " is to be done with it."),
  LARGE_VALUE_GONE(8071, "55000", Effect.ABORTED, "The value of %d bytes is not there: %s."),
  LARGE_VALUE_TOO_LONG(
      8072, "54000", Effect.ABORTED, "A value has more than the %d bytes that are allowed."),
  RESULT_EXPIRED(
      8034,
      "34000",
      Effect.ABORTED,
      "The rest of the result was not kept: %s. Run the query again, and read it faster or in"
          + " parts."),

  // 9xxx: faults
  INTERNAL(
      9001,
      "XX000",
      Effect.UNKNOWN,
      "Internal error: %s. This is a fault of Thetis; please report it.");

  /** What an error says about the transaction that it answers. */
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

  /** The id that people see, such as {@code T1001}. */
  public String id() {
    return "T" + number;
  }

  /** The number that goes over the wire. */
  public int number() {
    return number;
  }

  /** The five characters that JDBC clients get. */
  public String sqlState() {
    return sqlState;
  }

  /** What the error says about the transaction. */
  public Effect effect() {
    return effect;
  }

  /** The text with its variables filled in. */
  public String format(Object... variables) {
    return String.format(Locale.ROOT, text, variables);
  }

  /** The code with {@code number}; {@link #INTERNAL} for a number of a newer release. */
  public static ErrorCode ofNumber(int number) {
    ErrorCode code = number >= 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : null;
    return code == null ? INTERNAL : code;
  }
}
