package org.thetisdb.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What holds for the files of the repository, whatever their language. */
class RepositoryTest {
  /** Where packages come from is the business of each machine's settings, not of a file here. */
  private static final Pattern REGISTRY_HOST =
      Pattern.compile(
          "repo1?\\.maven\\.|\\b(?:oss|s01|central)\\.sonatype\\.|registry\\.npmjs\\."
              + "|files\\.pythonhosted\\.|\\bpypi\\.org|proxy\\.golang\\.|deb\\.debian\\.org");

  private static final Pattern TEXT =
      Pattern.compile(
          ".*\\.(?:java|xml|md|sh|yml|yaml|json|properties|config|txt)|thetis|run|Dockerfile.*");

  private static final Pattern NOT_OURS = Pattern.compile("\\.git|\\.idea|target(?:-.*)?");

  /**
   * The flags that libraries need are written twice: tests get them from one, users from the other.
   */
  private static final Pattern OPENED = Pattern.compile("<jvm\\.open>(.*)</jvm\\.open>");

  /** A sentence that has to be read twice proves nothing to its reader. */
  private static final Pattern LONG_NAME =
      Pattern.compile("\n {2}(?:public )?void [a-z]\\w{59,}\\(");

  @Test
  void theScriptOpensWhatTestsOpen() throws IOException {
    Matcher flags = OPENED.matcher(Files.readString(root().resolve("pom.xml")));
    assertThat(flags.find()).isTrue();
    assertThat(Files.readAllLines(root().resolve("thetis")).stream().map(String::strip))
        .contains(flags.group(1).split(" ", -1));
  }

  @Test
  void noFileNamesTheHostOfAPackageRegistry() throws IOException {
    assertThat(root().resolve("thetis")).exists();
    assertThat(filesNaming(REGISTRY_HOST, root())).isEmpty();
  }

  @Test
  void noTestHasANameOfSixtyCharacters() throws IOException {
    assertThat(filesNaming(LONG_NAME, root())).isEmpty();
  }

  private static Path root() {
    return Path.of(System.getProperty("basedir", ".")).toAbsolutePath().getParent();
  }

  private static List<Path> filesNaming(Pattern pattern, Path root) throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
            return NOT_OURS.matcher(dir.getFileName().toString()).matches()
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (TEXT.matcher(file.getFileName().toString()).matches()
                && attributes.isRegularFile()
                && pattern
                    .matcher(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                    .find()) {
              found.add(root.relativize(file));
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return found;
  }
}
