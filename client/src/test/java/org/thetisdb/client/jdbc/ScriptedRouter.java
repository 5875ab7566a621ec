package org.thetisdb.client.jdbc;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.thetisdb.core.bytes.ByteSlice;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.net.Transport.Server;
import org.thetisdb.core.net.netty.NettyTransport;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.ClientMessage.ClientHello;
import org.thetisdb.core.wire.ClientMessage.Ping;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient.Pong;
import org.thetisdb.core.wire.RouterToClient.ServerHello;
import org.thetisdb.core.wire.SqlReply.ColumnInfo;
import org.thetisdb.core.wire.SqlReply.Description;
import org.thetisdb.core.wire.SqlReply.Result;
import org.thetisdb.core.wire.SqlReply.TypeInfo;
import org.thetisdb.core.wire.SqlRequest.Describe;
import org.thetisdb.core.wire.SqlRequest.EndSession;
import org.thetisdb.core.wire.SqlRequest.Fetch;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.core.wire.TransactionStatus;

/**
 * A router behind a real socket that answers texts as the test says, opens and ends transactions as
 * a real one does, and keeps what it was sent.
 */
final class ScriptedRouter implements AutoCloseable {
  /** What it says to a statement. */
  record Answer(
      int error,
      String message,
      List<Long> counts,
      List<ColumnInfo> columns,
      List<List<Object>> rows) {}

  private static final Pattern VIEW_QUERY =
      Pattern.compile("SELECT (.*) FROM information_schema\\.(\\w+)(?: WHERE (.*))?");

  static final Answer DONE = counts(1);

  final List<Statement> statements = new CopyOnWriteArrayList<>();
  final List<Message> others = new CopyOnWriteArrayList<>();
  final Map<String, Description> descriptions = new ConcurrentHashMap<>();
  volatile boolean silent;
  private final Map<String, Function<Statement, Answer>> script = new ConcurrentHashMap<>();
  private final Map<String, Answer> views = new ConcurrentHashMap<>();
  private final Map<Long, List<List<Object>>> cursors = new ConcurrentHashMap<>();
  private final Map<Long, Boolean> transactions = new ConcurrentHashMap<>();
  private final NettyTransport transport = new NettyTransport(1);
  private final Server server;
  private final List<Connection> connections = new CopyOnWriteArrayList<>();

  ScriptedRouter() {
    Scheduler scheduler =
        transport.eventLoopScheduler(
            e -> {
              throw new IllegalStateException(e);
            });
    server = transport.listen(new Address("127.0.0.1", 0), scheduler, this::accept);
  }

  String url() {
    return "jdbc:thetis://" + server.address() + "/";
  }

  static ColumnInfo column(String label, JdbcType type) {
    return new ColumnInfo(label, new TypeInfo(type.code(), 0, 0), true, false, "t", label);
  }

  static Answer counts(long... counts) {
    return new Answer(0, "", Arrays.stream(counts).boxed().toList(), List.of(), List.of());
  }

  static Answer rows(List<ColumnInfo> columns, List<?>... rows) {
    List<List<Object>> copies = new ArrayList<>();
    for (List<?> row : rows) {
      copies.add(new ArrayList<>(row));
    }
    return new Answer(0, "", List.of(), columns, copies);
  }

  static Answer error(ErrorCode code, Object... variables) {
    return new Answer(code.number(), code.format(variables), List.of(), List.of(), List.of());
  }

  void on(String sql, Answer answer) {
    script.put(sql, statement -> answer);
  }

  /** Answers every query of a view of information_schema, with those of the rows that it wants. */
  void onView(String view, Answer answer) {
    views.put(view, answer);
  }

  private Answer answerTo(Statement statement) {
    Matcher query = VIEW_QUERY.matcher(statement.sql());
    Answer ofView = query.matches() ? views.get(query.group(2)) : null;
    return ofView != null
        ? new Answer(
            ofView.error(),
            ofView.message(),
            ofView.counts(),
            ofView.columns(),
            wanted(ofView.rows(), query, statement))
        : script.getOrDefault(statement.sql(), unused -> DONE).apply(statement);
  }

  /** The rows that meet the conditions of a query: {@code column = ?} and {@code column LIKE ?}. */
  private static List<List<Object>> wanted(
      List<List<Object>> rows, Matcher query, Statement statement) {
    if (query.group(3) == null) {
      return rows;
    }
    List<String> columns = List.of(query.group(1).split(", "));
    List<?> arguments = (List<?>) ((List<?>) ValueCodec.decode(statement.arguments())).get(0);
    String[] conditions = query.group(3).split(" AND ");
    List<List<Object>> wanted = new ArrayList<>(rows);
    for (int i = 0; i < conditions.length; i++) {
      int column = columns.indexOf(conditions[i].split(" ")[0]);
      Object value = arguments.get(i);
      String regex =
          value instanceof List<?> several
              ? several.stream().map(each -> Pattern.quote(each + "")).collect(joining("|"))
              : conditions[i].endsWith("= ?")
                  ? Pattern.quote((String) value)
                  : ((String) value)
                      .replace("!_", "[_]")
                      .replace("%", ".*")
                      .replaceAll("(?<!\\[)_", ".");
      wanted.removeIf(row -> !String.valueOf(row.get(column)).matches(regex));
    }
    return wanted;
  }

  void on(String sql, Function<Statement, Answer> answer) {
    script.put(sql, answer);
  }

  Statement last() {
    return statements.get(statements.size() - 1);
  }

  /** The arguments of the last statement: a list for each run. */
  List<?> lastRuns() {
    return (List<?>) ValueCodec.decode(last().arguments());
  }

  List<String> texts() {
    return statements.stream().map(Statement::sql).toList();
  }

  /** How many clients are connected. */
  int connections() {
    return connections.size();
  }

  /** All connections break; new ones are welcome. */
  void dropConnections() {
    connections.forEach(Connection::close);
  }

  private ConnectionListener accept(Connection connection) {
    connections.add(connection);
    return new ConnectionListener() {
      @Override
      public void onMessage(Connection source, Message message) {
        answer(source, message);
      }

      @Override
      public void onClosed(Connection source, String reason) {
        connections.remove(source);
        transactions.clear();
      }
    };
  }

  private void answer(Connection source, Message message) {
    if (message instanceof ClientHello) {
      source.allowLongMessages();
      source.send(new ServerHello("test", 0, 1, 1_000, "dynamast", "process", List.of()));
    } else if (message instanceof Ping ping) {
      source.send(new Pong(ping.requestId()));
    } else if (message instanceof Statement statement) {
      statements.add(statement);
      run(source, statement);
    } else if (message instanceof Fetch fetch) {
      others.add(fetch);
      source.send(
          batch(
              fetch.requestId(),
              fetch.cursor(),
              fetch.fetchRows(),
              TransactionStatus.NONE,
              List.of()));
    } else if (message instanceof Describe describe) {
      describe(source, describe);
    } else {
      others.add(message);
      if (message instanceof EndSession end) {
        transactions.remove(end.session());
      }
    }
  }

  private void describe(Connection source, Describe describe) {
    Description known = descriptions.get(describe.sql());
    source.send(
        new Description(
            describe.requestId(), 0, "", known.query(), known.parameters(), known.columns()));
  }

  private void run(Connection source, Statement statement) {
    Answer answer = answerTo(statement);
    if (silent || answer == null) {
      return;
    }
    TransactionStatus open = status(keepTransaction(statement, answer));
    if (answer.error() != 0 || !answer.counts().isEmpty()) {
      source.send(
          new Result(
              statement.requestId(),
              answer.error(),
              answer.message(),
              VersionVector.ZERO,
              open,
              answer.counts(),
              answer.columns(),
              encode(answer.rows()),
              0));
      return;
    }
    long cursor = statement.requestId();
    cursors.put(cursor, new ArrayList<>(answer.rows()));
    source.send(
        batch(statement.requestId(), cursor, statement.fetchRows(), open, answer.columns()));
  }

  private static TransactionStatus status(boolean open) {
    return open ? TransactionStatus.OPEN : TransactionStatus.NONE;
  }

  private boolean keepTransaction(Statement statement, Answer answer) {
    boolean ends =
        statement.sql().equals("COMMIT")
            || statement.sql().equals("ROLLBACK")
            || answer.error() == ErrorCode.SERIALIZATION_FAILURE.number();
    boolean open =
        !ends
            && ((statement.flags() & Statement.AUTO_COMMIT) == 0
                || transactions.containsKey(statement.session()));
    if (open) {
      transactions.put(statement.session(), true);
    } else {
      transactions.remove(statement.session());
    }
    return open;
  }

  private Result batch(
      long requestId,
      long cursor,
      int fetchRows,
      TransactionStatus open,
      List<ColumnInfo> columns) {
    List<List<Object>> left = cursors.get(cursor);
    int count = fetchRows == 0 ? left.size() : Math.min(fetchRows, left.size());
    List<List<Object>> now =
        List.copyOf(left.subList(0, count).stream().map(ArrayList::new).toList());
    left.subList(0, count).clear();
    return new Result(
        requestId,
        0,
        "",
        VersionVector.ZERO,
        open,
        List.of(),
        columns,
        encode(now),
        left.isEmpty() ? 0 : cursor);
  }

  private static ByteSlice encode(List<? extends List<Object>> rows) {
    return rows.isEmpty() ? ByteSlice.EMPTY : ByteSlice.of(ValueCodec.encode(rows));
  }

  @Override
  public void close() {
    server.close();
    transport.close();
  }
}
