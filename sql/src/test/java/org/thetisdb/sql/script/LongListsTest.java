package org.thetisdb.sql.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.sql.statement.SqlResult;

/** IN lists as long as libraries make them. */
class LongListsTest {
  private static final int MOST_PARAMETERS = 2_000;
  private static final int MANY_LITERALS = 10_000;

  private final ScriptDatabase database = new ScriptDatabase();

  @BeforeEach
  void fill() {
    database.run("CREATE TABLE t (id INT PRIMARY KEY, n INT, s VARCHAR(9))");
    database.run("INSERT INTO t VALUES (1, 5, 's5'), (2, 20000, 's20000'), (3, NULL, NULL)");
  }

  private List<Object> ids(String query, Object... arguments) {
    SqlResult result = database.run(query, arguments);
    return result.rows().stream().map(row -> row[0]).toList();
  }

  private static String marks(int count, String mark) {
    return String.join(", ", Collections.nCopies(count, mark));
  }

  @Test
  void twoThousandParametersAreAsManyAsAreAllowedWhateverTheColumn() {
    String marks = marks(MOST_PARAMETERS, "?");
    Object[] numbers = IntStream.range(0, MOST_PARAMETERS).boxed().toArray();
    Object[] texts = IntStream.range(0, MOST_PARAMETERS).mapToObj(i -> "s" + i).toArray();
    assertThat(ids("SELECT id FROM t WHERE id IN (" + marks + ")", numbers)).hasSize(3);
    assertThat(ids("SELECT id FROM t WHERE n IN (" + marks + ")", numbers)).containsExactly(1);
    assertThat(ids("SELECT id FROM t WHERE n NOT IN (" + marks + ")", numbers)).containsExactly(2);
    assertThat(ids("SELECT id FROM t WHERE s IN (" + marks + ")", texts)).containsExactly(1);
  }

  @Test
  void aThousandRowsOfParametersAreCompared() {
    Object[] values =
        IntStream.range(0, MOST_PARAMETERS)
            .mapToObj(i -> i % 2 == 0 ? (Object) (i / 2) : "s" + 5 * (i / 2))
            .toArray();
    String rows = marks(MOST_PARAMETERS / 2, "(?, ?)");
    assertThat(ids("SELECT id FROM t WHERE (id, s) IN (" + rows + ")", values)).containsExactly(1);
  }

  @Test
  void tenThousandLiteralsAreCompared() {
    String literals =
        IntStream.range(0, MANY_LITERALS)
            .mapToObj(Integer::toString)
            .collect(Collectors.joining(", "));
    assertThat(ids("SELECT id FROM t WHERE n IN (" + literals + ")")).containsExactly(1);
    assertThat(ids("SELECT id FROM t WHERE id IN (" + literals + ")")).hasSize(3);
  }
}
