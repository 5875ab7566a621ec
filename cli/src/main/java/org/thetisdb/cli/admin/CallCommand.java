package org.thetisdb.cli.admin;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.thetisdb.cli.option.ConnectOptions;
import org.thetisdb.client.Session;
import org.thetisdb.client.ThetisClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code thetis admin call}: calls a procedure from the shell. */
@Command(
    name = "call",
    description = "Calls a procedure and prints its result.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Arguments: true, false, null, 5, 2.5 and other text are taken for what they look like.",
      "A type in front says it: int:5 long:5 double:5 decimal:2.50 text:5 bytes:cafe",
      "uuid:6c84fb90-12c4-11e1-840d-7b25c5ee775a time:2026-01-01T00:00:00Z json:[1,\"a\"]",
      "Put -- before arguments if one begins with a minus.",
      "",
      "Examples:",
      "  ./thetis admin call Balance 17",
      "  ./thetis admin call -- TransactSavings 17 -500"
    })
final class CallCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "PROCEDURE", description = "Its name.")
  private String procedure;

  @Parameters(index = "1..*", paramLabel = "ARGUMENT", description = "Its arguments.")
  private List<String> arguments = new ArrayList<>();

  @Mixin private ConnectOptions connection;

  @Override
  public Integer call() {
    Object[] values = parse();
    connection.with(client -> show(call(client, values)));
    return 0;
  }

  private Object call(ThetisClient client, Object[] values) {
    try (Session session = client.session()) {
      return session.call(procedure, values);
    }
  }

  private void show(Object result) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(ValueText.of(result));
    out.flush();
  }

  private Object[] parse() {
    try {
      return arguments.stream().map(ValueParser::parse).toArray();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
