package org.thetisdb.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;

/**
 * The examples of the site of Javadoc, compiled: whole classes as they are, statements each in a
 * class of its own. They share a package and what {@link #AROUND} has.
 */
final class JavadocExamples {
  private static final String ADDRESS = "127.0.0.1:7433";
  private static final Pattern BLOCK =
      Pattern.compile("<pre>\\{@code\n(.*?)\n *\\* }</pre>", Pattern.DOTALL);
  private static final Pattern BEGIN_OF_LINE = Pattern.compile("(?m)^ *\\* ?");
  private static final Pattern CLASS = Pattern.compile("(?m)^(?:public )?(?:final )?class (\\w+)");

  private static final String IMPORTS =
      """
      package example;

      import static org.junit.jupiter.api.Assertions.*;

      import java.io.*;
      import java.math.BigDecimal;
      import java.sql.*;
      import java.time.*;
      import java.util.*;
      import java.util.concurrent.CompletableFuture;
      import javax.sql.DataSource;
      import org.junit.jupiter.api.Test;
      import org.junit.jupiter.api.extension.RegisterExtension;
      import org.thetisdb.client.*;
      import org.thetisdb.client.jdbc.*;
      import org.thetisdb.client.statement.*;
      import org.thetisdb.core.error.*;
      import org.thetisdb.core.schema.*;
      import org.thetisdb.core.value.*;
      import org.thetisdb.embedded.*;
      import org.thetisdb.procedures.*;
      import org.thetisdb.procedures.testing.*;

      """;

  /** What statements leave to the reader. */
  private static final String AROUND =
      """
      public class Around {
        public static Connection connection;
        public static ThetisClient client;
        public static Session session;
        static final Table CHECKING = SendPayment.CHECKING;
        static final Table ORDERS =
            Table.define("orders_of_district")
                .key("district", ColumnType.INT)
                .key("id", ColumnType.LONG)
                .nullable("item", ColumnType.STRING)
                .nullable("at", ColumnType.TIMESTAMP)
                .nullable("note", ColumnType.STRING)
                .build();
      }
      """;

  private static final String STATEMENTS =
      """
      public final class %s extends Around {
        public static void run() throws Exception {
      %s
        }
      }
      """;

  private final Map<String, String> sources = new TreeMap<>();
  private final List<String> runnable = new ArrayList<>();

  private JavadocExamples() {}

  /** Those of all types of the site; they reach a cluster at this address. */
  static JavadocExamples reaching(String address) throws IOException {
    JavadocExamples examples = new JavadocExamples();
    examples.sources.put("Around", IMPORTS + AROUND);
    for (Path file : ApiSources.files()) {
      String type = file.getFileName().toString().replace(".java", "");
      BLOCK
          .matcher(Files.readString(file))
          .results()
          .map(block -> BEGIN_OF_LINE.matcher(block.group(1)).replaceAll(""))
          .forEach(block -> examples.add(type, block.replace(ADDRESS, address)));
    }
    return examples;
  }

  private void add(String type, String block) {
    Matcher named = CLASS.matcher(block);
    if (named.find()) {
      sources.put(named.group(1), IMPORTS + block);
    } else {
      String name = "ExampleOf" + type;
      assertThat(sources.put(name, IMPORTS + STATEMENTS.formatted(name, block))).isNull();
      runnable.add("example." + name);
    }
  }

  /** The classes of statements, each with a method {@code run}. */
  List<String> runnable() {
    return runnable;
  }

  /** The names of all classes. */
  List<String> names() {
    return List.copyOf(sources.keySet());
  }

  /** Compiles all of them to this directory. */
  void compile(Path sourceDirectory, Path classes) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", classes.toString()));
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Path file = sourceDirectory.resolve(source.getKey() + ".java");
      arguments.add(Files.writeString(file, source.getValue()).toString());
    }
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(status).as("the compiler's answer").isZero();
  }

  @Override
  public String toString() {
    return sources.keySet().stream().collect(Collectors.joining(", "));
  }
}
