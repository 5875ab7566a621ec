package org.thetisdb.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each link of a document leads somewhere. */
class DocumentLinksTest {
  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
  private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*");

  @Test
  void linksLeadToFilesAndHeadings() {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path page : Pages.all()) {
      String prose = String.join("\n", Pages.prose(page));
      Matcher link = LINK.matcher(Pages.withoutSpans(prose));
      while (link.find()) {
        links++;
        if (!leadsSomewhere(page, link.group(1))) {
          broken.add(Pages.name(page) + ": " + link.group(1));
        }
      }
    }
    assertThat(broken).isEmpty();
    assertThat(links).as("links that were found").isGreaterThan(100);
  }

  @Test
  void headingsHaveTheAnchorsOfGitHub() {
    assertThat(Pages.anchor("What a call's end means")).isEqualTo("what-a-calls-end-means");
    assertThat(Pages.anchor("Add a site, take one out")).isEqualTo("add-a-site-take-one-out");
    assertThat(Pages.anchor("The `information_schema`")).isEqualTo("the-information_schema");
  }

  private static boolean leadsSomewhere(Path page, String target) {
    if (ELSEWHERE.matcher(target).matches()) {
      return true;
    }
    int hash = target.indexOf('#');
    String file = hash < 0 ? target : target.substring(0, hash);
    Path found = file.isEmpty() ? page : page.resolveSibling(file).normalize();
    if (!Files.exists(found)) {
      return false;
    }
    boolean namesHeading = hash >= 0 && found.getFileName().toString().endsWith(".md");
    return !namesHeading || Pages.anchors(found).contains(target.substring(hash + 1));
  }
}
