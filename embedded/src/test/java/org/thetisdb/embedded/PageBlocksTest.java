package org.thetisdb.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The blocks of Java that README and the pages about clients and tests show compile. */
final class PageBlocksTest {
  private static final List<Path> PAGES =
      List.of(
          Path.of("..", "README.md"),
          Path.of("..", "docs", "use", "jdbc.md"),
          Path.of("..", "docs", "use", "native-client.md"),
          Path.of("..", "docs", "use", "testing.md"));

  private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  /** Stands for what is not shown. */
  private static final Pattern LEFT_OUT = Pattern.compile("^ *\\.\\.\\.$", Pattern.MULTILINE);

  /** What stands around a block, and what the blocks leave to the reader. */
  private static final String AROUND =
      """
      import java.math.BigDecimal;
      import java.sql.*;
      import javax.sql.DataSource;
      import org.junit.jupiter.api.*;
      import org.junit.jupiter.api.extension.*;
      import org.thetisdb.client.*;
      import org.thetisdb.embedded.*;

      class Block%d {
        static Connection connection;

        static void transfer(Connection over) {}

        static void run() throws Exception {
      %s
        }
      }
      """;

  @TempDir private Path directory;

  @Test
  void theBlocksOfThePagesCompile() throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", directory.toString()));
    int blocks = 0;
    for (String block : blocks()) {
      Path source = directory.resolve("Block" + blocks + ".java");
      arguments.add(Files.writeString(source, AROUND.formatted(blocks, block)).toString());
      blocks++;
    }
    assertThat(blocks).as("blocks that were found").isEqualTo(6);
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, arguments.toArray(String[]::new)))
        .isZero();
  }

  /** All but whole classes, which other tests compile. */
  private static List<String> blocks() throws IOException {
    List<String> blocks = new ArrayList<>();
    for (Path page : PAGES) {
      BLOCK
          .matcher(Files.readString(page))
          .results()
          .map(found -> LEFT_OUT.matcher(found.group(1)).replaceAll(""))
          .filter(block -> !block.contains(" class "))
          .forEach(blocks::add);
    }
    return blocks;
  }
}
