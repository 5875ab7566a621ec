package org.thetisdb.lab.compare.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrammarTest {
  private static List<String> made(long seed) {
    Grammar grammar = new Grammar(seed);
    List<String> texts = new ArrayList<>();
    grammar.tables().forEach(table -> texts.addAll(table.definitions(true)));
    for (int i = 0; i < 50; i++) {
      texts.add(grammar.query().text());
      texts.add(grammar.partition().parts());
      texts.add(grammar.change().tree().text());
    }
    return texts;
  }

  @Test
  void aSeedMakesTheSameTablesAndStatementsEachTime() {
    assertThat(made(7)).isEqualTo(made(7));
  }

  @Test
  void anotherSeedMakesOthers() {
    assertThat(made(7)).isNotEqualTo(made(8));
  }

  @Test
  void statementsOfASeedAreHardlyEverAlike() {
    List<String> texts = made(7);
    assertThat(new HashSet<>(texts)).hasSizeGreaterThan(texts.size() * 9 / 10);
  }

  @Test
  void eachFormIsMadeSoonerOrLater() {
    List<String> texts = new ArrayList<>();
    for (long seed = 1; seed <= 20; seed++) {
      texts.addAll(made(seed));
    }
    String all = String.join("\n", texts);
    assertThat(all)
        .contains("LATERAL (", " USING (k)", "FULL JOIN", "ROLLUP (", "CUBE (", "GROUPING SETS")
        .contains(" OVER (", "EXISTS (", ") NOT IN (", "ALL (", " EXCEPT ALL ", "WITH w")
        .contains("ON CONFLICT", "MERGE INTO", "RETURNING", "FILTER (WHERE", "DISTINCT");
  }
}
