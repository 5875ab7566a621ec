package org.thetisdb.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.thetisdb.client.ClientOptions;
import org.thetisdb.client.Session;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code thetis admin}: things to do to a running cluster. */
@Command(
    name = "admin",
    description = "Uploads procedures and calls them.",
    mixinStandardHelpOptions = true,
    subcommands = {AdminCommand.Upload.class, AdminCommand.Call.class})
final class AdminCommand {
  private AdminCommand() {}

  /** {@code thetis admin upload}. */
  @Command(
      name = "upload",
      description =
          "Uploads a jar of procedures; one of the same name is replaced between two transactions.",
      mixinStandardHelpOptions = true)
  static final class Upload implements Callable<Integer> {
    @Option(
        names = "--url",
        paramLabel = "HOST:PORT",
        defaultValue = "127.0.0.1:7433",
        description = "The router (${DEFAULT-VALUE}).")
    private String url;

    @Option(
        names = "--name",
        paramLabel = "NAME",
        description = "The jar's name in the cluster; its file's name without .jar if not given.")
    private String name;

    @Option(
        names = "--token",
        paramLabel = "TOKEN",
        description = "Shows the right to upload.",
        defaultValue = "")
    private String token;

    @Parameters(paramLabel = "JAR", description = "The file.")
    private Path jar;

    @Override
    public Integer call() throws IOException {
      if (!Files.isReadable(jar)) {
        throw new ThetisException(
            ErrorCode.BAD_JAR, "there is no file " + jar + " that can be read");
      }
      String uploadedAs =
          name != null ? name : jar.getFileName().toString().replaceFirst("\\.jar$", "");
      try (ThetisClient client =
          ThetisClient.connect(url, ClientOptions.defaults().withToken(token))) {
        client.uploadJar(uploadedAs, Files.readAllBytes(jar));
      }
      System.out.println("Jar \"" + uploadedAs + "\" is in force.");
      return 0;
    }
  }

  /** {@code thetis admin call}. */
  @Command(
      name = "call",
      description = "Calls a procedure and prints what it returns.",
      mixinStandardHelpOptions = true,
      footer = {
        "",
        "Example:",
        "  ./thetis admin call Transfer 1 2 500",
        "",
        "5 is a number, 1.5 a fraction, true, false and null are what they are, anything else is text."
      })
  static final class Call implements Callable<Integer> {
    @Option(
        names = "--url",
        paramLabel = "HOST:PORT",
        defaultValue = "127.0.0.1:7433",
        description = "The router (${DEFAULT-VALUE}).")
    private String url;

    @Parameters(index = "0", paramLabel = "PROCEDURE", description = "Its name.")
    private String procedure;

    @Parameters(
        index = "1..*",
        arity = "0..*",
        paramLabel = "ARGUMENT",
        description = "Its arguments.")
    private List<String> arguments = List.of();

    @Override
    public Integer call() {
      Object[] values = arguments.stream().map(Call::valueOf).toArray();
      try (ThetisClient client = ThetisClient.connect(url);
          Session session = client.session()) {
        System.out.println(session.call(procedure, values));
      }
      return 0;
    }

    static Object valueOf(String text) {
      if (text.equals("null")) {
        return null;
      }
      if (text.equals("true") || text.equals("false")) {
        return text.equals("true");
      }
      if (text.matches("-?\\d{1,18}")) {
        return Long.valueOf(text);
      }
      if (text.matches("-?\\d+\\.\\d+")) {
        return Double.valueOf(text);
      }
      return text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
          ? text.substring(1, text.length() - 1)
          : text;
    }
  }
}
