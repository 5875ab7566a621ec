package org.thetisdb.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.benchmarks.driver.result.StatusView;

/** Tables for people. */
class StatusTextTest {
  private static final String STATUS =
      """
      {"cluster":"shop","scheme":"dynamast","snapshot":"cut","durability":"process","epoch":3,
       "leader":"h:7433","uptime_ms":7205000,
       "counters":{"committed":1000,"aborted":5,"remastered_txns":20,"moves":31,"cuts":900},
       "per_site":[
        {"site":1,"incarnation":2,"address":"h:1","state":"ready","vector":[5,6],"committed":600,
         "rows":1234,"used_bytes":1048576,"limit_bytes":2097152,"cold_rows":56789,
         "cold_bytes":3145728,"cold_reads":77,"in_doubt":2,"in_doubt_most_us":12345,"mastered_partitions":3,
         "mastered_share":0.6},
        {"site":2,"incarnation":1,"address":"h:2","state":"lost","vector":[5,6],"committed":400,
         "rows":1234,"mastered_partitions":2,"mastered_share":0.4}],
       "recent_moves":[
        {"age_ms":900,"partition":42,"table":"checking","from":1,"to":2,"term":4,
         "reason":"co-written with 1 partition at site 2"},
        {"age_ms":61000,"partition":7,"table":"savings","from":2,"to":1,"term":1,
         "reason":"even load"}],
       "procedures":[{"name":"Pay","jar":"shop","version":2,"read_only":false},
        {"name":"Look","jar":"shop","version":2,"read_only":true}],
       "tables":[{"name":"checking","id":4}]}""";

  private static String text(String json, int moves) {
    return StatusText.of(StatusView.parse(json).root(), moves);
  }

  @Test
  void statusTellsWhatIsWhereAndWhy() {
    String text = text(STATUS, 10);

    assertThat(text)
        .contains("Cluster \"shop\", scheme dynamast, snapshots by cut")
        .contains("An acknowledged transaction survives the kill of any process")
        .contains("Router h:7433 leads in epoch 3, for 2 h 0 min")
        .contains("1.0 MiB of 2.0 MiB")
        .contains("56,789, 3.0 MiB, 77 reads")
        .contains("2 now, at most 12.3 ms")
        .contains("[5 6]")
        .contains("2.0 %")
        .contains("900 ms ago")
        .contains("co-written with 1 partition at site 2")
        .contains("1 min 1 s ago")
        .contains("shop v2  Pay, Look (reads)")
        .contains("Tables: checking");
  }

  @Test
  void whoRunsAnotherReleaseIsSeen() {
    String own = "\"release\":\"0.2.0\",\"message_level\":2,\"record_format\":4";
    String older = "\"release\":\"0.1.0\",\"message_level\":1,\"record_format\":3";
    String router =
        "{\"routers\":[{\"address\":\"h:7433\",\"leads\":true,\"clients\":3," + own + "}],";
    String alike = router + "\"clients_by_release\":[{\"clients\":3," + own + "}],";
    String mixed = alike.replace("[{\"clients\"", "[{\"clients\":2," + older + "},{\"clients\"");
    String sites = STATUS.replace("\"address\":\"h:1\",", "\"address\":\"h:1\"," + older + ",");
    assertThat(text(alike + STATUS.substring(1), 0))
        .contains("All run release 0.2.0, messages of level 2, log records of format 4")
        .doesNotContain("Releases");
    assertThat(text(mixed + sites.substring(1), 0))
        .containsPattern("router h:7433 +0.2.0, messages of level 2, log records of format 4")
        .containsPattern("site 1 +0.1.0, messages of level 1, log records of format 3")
        .containsPattern("2 clients +0.1.0, messages of level 1")
        .doesNotContain("All run release");
  }

  @Test
  void underPhasesItTellsWhichTablesAllSitesRead() {
    String counters = "\"moves\":31,\"cuts\":900";
    assertThat(text(STATUS, 0)).doesNotContain("single-master phases");
    String phases = ",\"single_master_phases\":50,\"phase_switch_us\":100000";
    assertThat(text(STATUS.replace(counters, counters + phases), 0))
        .containsPattern("tables read at all sites +none");
    String copied = ",\"read_everywhere\":\"item, rates\"";
    assertThat(text(STATUS.replace(counters, counters + phases + copied), 0))
        .containsPattern("tables read at all sites +item, rates");
  }

  @Test
  void gatheringIsSeen() {
    assertThat(text(STATUS, 0)).doesNotContain("gather");
    assertThat(text(STATUS.replaceFirst("\\{", "{\"gathering_at\":2,"), 0))
        .contains("Updates gather at site 2");
    String reason = "\"gathering_at\":2,\"gathering_reason\":\"41,000 updates/s at one site\",";
    assertThat(text(STATUS.replaceFirst("\\{", "{" + reason), 0))
        .contains("Updates gather at site 2: 41,000 updates/s at one site");
  }

  @Test
  void aRangeIsExplainedInASentenceAndATable() {
    String json =
        """
        {"range":4711,"table":"checking","keys":"the keys from (7) to below (9)","site":2,"term":3,"since_ms":61000,"why":"even load",
         "decisions":[{"age_ms":900,"site":2,"moved":1,"reason":"even load","unit":"us","scores":[
          {"site":1,"moves":2000.0,"queueing":-10.4,"total":1989.6},
          {"site":2,"moves":1000.0,"queueing":-300.0,"total":700.0}]}]}""";
    assertThat(ExplainText.of(StatusView.parse(json).root()))
        .isEqualTo(
            """
            Range 4711 of table "checking", the keys from (7) to below (9), is mastered at site 2, since 1 min 1 s ago: even load.

            900 ms ago: site 2, 1 range(s) to move; even load
              site  moves  queueing  total
              1     2,000       -10  1,990
              2     1,000      -300    700
              Microseconds within the horizon; the least wins, below zero saves.
            """);
    assertThat(ExplainText.of(StatusView.parse("{\"problem\":\"no such table\"}").root()))
        .isEqualTo("Nothing to explain: no such table.\n");
  }

  @Test
  void aPlanIsExplainedWithWhatWasFound() {
    String json =
        """
        {"range":4711,"table":"checking","site":2,"term":3,"since_ms":61000,"why":"a plan",
         "decisions":[{"age_ms":900,"site":2,"moved":1,"reason":"a plan","unit":"us saved",
          "found_us":1350.2,"gained_us":812000.4,"scores":[
          {"site":2,"cost":1000.0,"benefit":900000.0,"total":899000.0}]}]}""";
    assertThat(ExplainText.of(StatusView.parse(json).root()))
        .contains("Microseconds within the horizon; the most wins")
        .endsWith("  Found: it took 1,350 us; its calls save 812,000 us within the horizon.\n");
  }

  @Test
  void columnsStandUnderTheirHeadings() {
    List<String> lines = text(STATUS, 10).lines().toList();
    int heading = lines.indexOf("Sites") + 1;
    int column = lines.get(heading).indexOf("state");

    assertThat(lines.get(heading + 1).substring(column)).startsWith("ready");
    assertThat(lines.get(heading + 2).substring(column)).startsWith("lost");
  }

  @Test
  void onlySoManyMovesAreShown() {
    assertThat(text(STATUS, 1)).contains("checking").doesNotContain("even load");
    assertThat(text(STATUS, 0)).doesNotContain("Last moves");
  }

  @Test
  void emptyClusterSaysWhatToDo() {
    assertThat(text("{}", 10)).contains("thetis admin upload").doesNotContain("null");
  }

  @Test
  void agesHaveTwoUnits() {
    assertThat(StatusText.age(0)).isEqualTo("0 ms");
    assertThat(StatusText.age(59_999)).isEqualTo("59 s");
    assertThat(StatusText.age(3_599_000)).isEqualTo("59 min 59 s");
    assertThat(StatusText.age(90_000_000)).isEqualTo("1 d 1 h");
  }
}
