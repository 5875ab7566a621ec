package org.thetisdb.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the pages say of the build is there: artifacts, modules, profiles, scripts. */
class DocumentBuildTest {
  private static final Pattern MODULE = Pattern.compile("<module>([^<]*)</module>");
  private static final Pattern ARTIFACT =
      Pattern.compile("</parent>\\s*<artifactId>([^<]*)</artifactId>");
  private static final Pattern VERSION =
      Pattern.compile("<artifactId>thetis</artifactId>\\s*<version>([^<]*)</version>");
  private static final Pattern DEPENDENCY =
      Pattern.compile(
          "<groupId>org.thetisdb</groupId>\\s*<artifactId>([^<]*)</artifactId>\\s*"
              + "<version>([^<]*)</version>");

  private static final Pattern MAVEN_MODULE = Pattern.compile("mvn [^`\\n]*-pl ([a-z-]+)");
  private static final Pattern MAVEN_PROFILE = Pattern.compile("mvn [^`\\n]*-P([a-z]+)");
  private static final Pattern PROFILE = Pattern.compile("<profile>\\s*<id>([^<]*)</id>");
  private static final Pattern FILE =
      Pattern.compile("(?<![\\w/.])(?:\\./)?(scripts/[a-z-]+|docker/[a-z.]+|\\.ci/[a-z]+)\\b");

  @Test
  void dependenciesNameWhatModulesMake() {
    Set<String> made = new TreeSet<>();
    for (String pom : poms()) {
      made.addAll(found(ARTIFACT, 1, pom));
    }
    String version = found(VERSION, 1, text("pom.xml")).get(0);
    List<String> shown = new ArrayList<>();
    for (Path page : pages()) {
      shown.addAll(found(DEPENDENCY, 1, Pages.text(page)));
      assertThat(found(DEPENDENCY, 2, Pages.text(page))).allMatch(version::equals);
    }
    assertThat(shown).hasSizeGreaterThan(3);
    assertThat(made).containsAll(shown);
  }

  @Test
  void mavensModulesAndProfilesAreThere() {
    Set<String> profiles = new TreeSet<>(found(PROFILE, 1, text("pom.xml")));
    for (String pom : poms()) {
      profiles.addAll(found(PROFILE, 1, pom));
    }
    for (Path page : pages()) {
      assertThat(found(MODULE, 1, text("pom.xml")))
          .containsAll(found(MAVEN_MODULE, 1, Pages.text(page)));
      assertThat(profiles).containsAll(found(MAVEN_PROFILE, 1, Pages.text(page)));
    }
  }

  @Test
  void scriptsAndFilesOfContainersAreThere() {
    Set<String> missing = new TreeSet<>();
    int shown = 0;
    for (Path page : pages()) {
      for (String file : found(FILE, 1, Pages.text(page))) {
        shown++;
        if (!Files.exists(Pages.root().resolve(file))) {
          missing.add(Pages.name(page) + ": " + file);
        }
      }
    }
    assertThat(shown).isGreaterThan(10);
    assertThat(missing).isEmpty();
  }

  /** Those of users and operators, and CONTRIBUTING. */
  private static List<Path> pages() {
    List<Path> pages = new ArrayList<>(Pages.ofUsersAndOperators());
    pages.add(Pages.root().resolve("CONTRIBUTING.md"));
    return pages;
  }

  private static List<String> poms() {
    return found(MODULE, 1, text("pom.xml")).stream().map(m -> text(m + "/pom.xml")).toList();
  }

  private static String text(String file) {
    return Pages.text(Pages.root().resolve(file));
  }

  private static List<String> found(Pattern pattern, int group, String text) {
    return pattern.matcher(text).results().map(found -> found.group(group)).toList();
  }
}
