package org.thetisdb.integrations.applications;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The block of Java that docs/use/libraries.md shows compiles. */
final class LibrariesPageTest {
  private static final Path PAGE = Path.of("..", "..", "docs", "use", "libraries.md");
  private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  private static final String IMPORTS =
      """
      import javax.sql.DataSource;
      import org.springframework.context.annotation.*;
      import org.springframework.jdbc.datasource.init.*;
      import org.thetisdb.integrations.springbatch.*;
      """;

  @TempDir private Path directory;

  @Test
  void theConfigurationOfSpringBatchCompiles() throws IOException {
    List<String> blocks =
        BLOCK
            .matcher(Files.readString(PAGE))
            .results()
            .map((MatchResult found) -> found.group(1))
            .toList();
    assertThat(blocks).hasSize(1);
    Path source = directory.resolve("Jobs.java");
    Files.writeString(source, IMPORTS + blocks.get(0));
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-d", directory.toString(), source.toString()))
        .isZero();
  }
}
