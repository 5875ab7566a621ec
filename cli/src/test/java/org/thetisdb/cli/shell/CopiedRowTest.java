package org.thetisdb.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CopiedRowTest {
  private static final CopyStatement TEXT = CopyStatement.of("COPY t (a, b) FROM stdin");

  @Test
  void textIsBetweenTabsWithEscapes() {
    assertThat(CopiedRow.of(TEXT, "1\t\\N\t\ta\\tb\\\\\\n\\x41\\101"))
        .containsExactly("1", null, "", "a\tb\\\nAA");
    assertThat(CopiedRow.of(TEXT, "")).containsExactly("");
  }

  @Test
  void otherDelimitersAndNullsAreTaken() {
    CopyStatement bars = CopyStatement.of("copy t from STDIN (delimiter '|', null 'none')");
    assertThat(CopiedRow.of(bars, "a|none|b\\|c")).containsExactly("a", null, "b|c");
  }

  @Test
  void valuesInQuotesAreNeverNull() {
    CopyStatement csv = CopyStatement.of("COPY \"T\".\"a b\" FROM STDIN WITH (FORMAT csv)");
    assertThat(csv.table()).isEqualTo("\"T\".\"a b\"");
    assertThat(CopiedRow.of(csv, "1,,\"\",\"x,\"\"y\"")).containsExactly("1", null, "", "x,\"y");
    assertThat(CopiedRow.opensOrCloses(csv, "1,\"open")).isTrue();
  }

  @Test
  void otherStatementsAreNone() {
    assertThat(CopyStatement.of("SELECT 1")).isNull();
    assertThat(CopyStatement.of("COPY t TO stdout")).isNull();
    assertThat(CopyStatement.of("COPY t FROM '/etc/passwd'")).isNull();
    assertThat(CopyStatement.of("COPY public.t (a) FROM stdin").table()).isEqualTo("public.t");
  }
}
