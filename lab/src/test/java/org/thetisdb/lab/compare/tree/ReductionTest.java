package org.thetisdb.lab.compare.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.lab.compare.tree.Part.node;
import static org.thetisdb.lab.compare.tree.Part.option;
import static org.thetisdb.lab.compare.tree.Part.series;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReductionTest {
  private static final Map<String, List<String>> SIMPLEST = Map.of("INT", List.of("0"));

  private static Part statement() {
    Part sum = node("INT", "(", node("INT", "abs(x)"), " + ", node("INT", "length('bad')"), ")");
    return node(
        "",
        "SELECT ",
        series(", ", List.of(node("INT", "a + b"), sum, node("INT", "cc"))),
        " FROM t",
        option(" WHERE ", node("BOOLEAN", "x > 7")));
  }

  @Test
  void whatIsNotNeededGoesAndWhatIsNeededStays() {
    Part least =
        new Reduction(SIMPLEST, 1_000)
            .reduce(statement(), part -> part.text().contains("length('bad')"));
    assertThat(least.text()).isEqualTo("SELECT length('bad') FROM t");
  }

  @Test
  void aPartGivesWayToTheSimplestOfItsSort() {
    Part least =
        new Reduction(SIMPLEST, 1_000).reduce(statement(), part -> part.text().contains(" WHERE "));
    assertThat(least.text()).isEqualTo("SELECT 0 FROM t WHERE x > 7");
  }

  @Test
  void aReductionAsksNoMoreOftenThanItMay() {
    int[] asked = new int[1];
    Part least =
        new Reduction(SIMPLEST, 3)
            .reduce(
                statement(),
                part -> {
                  asked[0]++;
                  return false;
                });
    assertThat(asked[0]).isEqualTo(3);
    assertThat(least.text()).isEqualTo(statement().text());
  }
}
