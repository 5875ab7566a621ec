package org.thetisdb.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.DocumentationTool;
import javax.tools.DocumentationTool.DocumentationTask;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The site of Javadoc shows what applications compile against, and nothing else. */
@Tag("slow")
final class JavadocSiteTest {
  private static final Path OVERVIEW = Path.of("src", "main", "javadoc", "overview.html");

  private static final String GAP = "error: ";

  @TempDir private Path site;

  /** Runs the tool over sources; a doclet of null makes a site. */
  private static boolean run(
      Class<?> doclet, List<Path> sources, List<String> more, StringWriter told)
      throws IOException {
    List<String> options = new ArrayList<>(List.of("-encoding", "UTF-8", "-quiet"));
    options.addAll(List.of("-classpath", System.getProperty("java.class.path")));
    options.add("-sourcepath");
    options.add(
        ApiSources.directories().stream().map(Path::toString).collect(Collectors.joining(":")));
    options.addAll(more);
    DocumentationTool tool = ToolProvider.getSystemDocumentationTool();
    try (StandardJavaFileManager files =
        tool.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      DocumentationTask task =
          tool.getTask(
              told, files, null, doclet, options, files.getJavaFileObjectsFromPaths(sources));
      return task.call();
    }
  }

  @Test
  void theSiteIsBuiltWithoutAWarning() throws IOException {
    StringWriter told = new StringWriter();
    List<String> options =
        List.of(
            "-Xdoclint:all,-missing",
            "-Werror",
            "-notimestamp",
            "-overview",
            OVERVIEW.toString(),
            "-d",
            site.toString());
    boolean isBuilt = run(null, ApiSources.files(), options, told);
    assertThat(told.toString()).isEmpty();
    assertThat(isBuilt).isTrue();
    try (Stream<Path> files = Files.walk(site)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .contains("ThetisDriver.html", "ThetisClient.html", "Procedure.html", "Context.html")
          .contains("EmbeddedThetis.html", "ThetisExtension.html", "ErrorCode.html")
          .doesNotContain("ClientCore.html", "SqlSession.html", "ColumnsRead.html");
    }
  }

  @Test
  void whatIsShownIsWholeInCommentsAndSignatures() throws IOException {
    assertThat(gaps(ApiSources.files())).isEmpty();
  }

  @Test
  void eachGapIsFound() throws IOException {
    Path source = site.resolve("Holes.java");
    Files.writeString(
        source,
        """
        package org.thetisdb.holes;

        /** A type with holes. */
        public class Holes {
          public int count;

          /** No tag: @hidden. */
          public Holes(int count) {}

          /** Another one.
           * @hidden */
          public int hidden(int count) { return count; }

          /** Returns. */
          public int returns() { return 1; }

          /** Takes. */
          public void takes(int number) {}

          /** Throws. */
          public void fails() throws java.io.IOException {}

          /**
           * Names.
           * @return one
           */
          public org.thetisdb.core.value.Interval names() { return null; }

          /**
           * For the engine.
           * @hidden
           */
          public interface Hidden {
            /** A type within. */
            interface Within {}
          }

          /** A type within. */
          public record Pair(int first) {}

          public enum Colour {
            RED,
            /** Green. */
            GREEN
          }
        }
        """);
    String holes = "org.thetisdb.holes.Holes";
    assertThat(gaps(List.of(source)))
        .containsExactlyInAnyOrder(
            holes + ", count: has no comment",
            holes + ", Holes(int): has no @param count",
            holes + ", returns(): has no @return",
            holes + ", takes(int): has no @param number",
            holes + ", fails(): has no IOException",
            "org.thetisdb.holes, "
                + holes
                + ": names org.thetisdb.core.value.Interval, which is not shown",
            holes + ", " + holes + ".Colour: has no comment",
            holes + ".Colour, RED: has no comment",
            holes
                + ".Hidden, "
                + holes
                + ".Hidden.Within: is shown, though what it is in is hidden");
  }

  private static List<String> gaps(List<Path> sources) throws IOException {
    StringWriter told = new StringWriter();
    boolean isDone = run(WholenessDoclet.class, sources, List.of(), told);
    List<String> gaps =
        told.toString()
            .lines()
            .filter(line -> line.startsWith(GAP))
            .map(line -> line.substring(GAP.length()))
            .toList();
    assertThat(isDone).as(told.toString()).isEqualTo(gaps.isEmpty());
    return gaps;
  }
}
