package org.thetisdb.embedded;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The sources that the site of Javadoc shows, as this module's pom.xml lists them. Stateless. */
final class ApiSources {
  private static final Path POM = Path.of("pom.xml");
  private static final String ROOT = "${maven.multiModuleProjectDirectory}";
  private static final Pattern SOURCE_PATH = Pattern.compile("<sourcepath>([^<]*)</sourcepath>");
  private static final Pattern INCLUDED = Pattern.compile("<include>(org/[^<]*)</include>");

  private ApiSources() {}

  /** The directories that hold them, and all that they refer to. */
  static List<Path> directories() throws IOException {
    String all = found(SOURCE_PATH).get(0).replace(ROOT, "..");
    return Stream.of(all.split(":", -1)).map(String::strip).map(Path::of).toList();
  }

  /** The files, by directory and by name. */
  static List<Path> files() throws IOException {
    List<PathMatcher> patterns =
        found(INCLUDED).stream()
            .map(pattern -> FileSystems.getDefault().getPathMatcher("glob:" + pattern))
            .toList();
    List<Path> files = new ArrayList<>();
    for (Path directory : directories()) {
      try (Stream<Path> all = Files.walk(directory)) {
        all.filter(file -> patterns.stream().anyMatch(p -> p.matches(directory.relativize(file))))
            .sorted()
            .forEach(files::add);
      }
    }
    return files;
  }

  private static List<String> found(Pattern element) throws IOException {
    return element
        .matcher(Files.readString(POM))
        .results()
        .map(match -> match.group(1).strip())
        .toList();
  }
}
