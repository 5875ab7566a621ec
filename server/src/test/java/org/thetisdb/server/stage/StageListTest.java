package org.thetisdb.server.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/** Scenarios of calls on their way along a list. */
final class StageListTest {
  private final List<String> met = new ArrayList<>();
  private final Set<String> closed = new HashSet<>();
  private final StageList list =
      new StageList(
          List.of(
              new Gate("prepare", Stage.PREPARE, Set.of(Stage.PREPARE)),
              new Gate("barrier", Stage.MASTER, Set.of(Stage.ORDER, Stage.MASTER, Stage.LOCK)),
              new Gate("order", Stage.ORDER, Set.of(Stage.ORDER, Stage.MASTER)),
              new Gate("master", Stage.MASTER, Set.of(Stage.MASTER)),
              new Gate("cut", Stage.LOCK, Set.of(Stage.LOCK)),
              new Gate("lock", Stage.LOCK, Set.of(Stage.LOCK))));

  @Test
  void aCallPassesAllInTheirOrder() {
    Transaction t = call(Stage.PREPARE);
    list.lead(t);
    assertThat(met)
        .containsExactly(
            "prepare at PREPARE",
            "barrier at MASTER",
            "order at MASTER",
            "master at MASTER",
            "cut at LOCK",
            "lock at LOCK");
  }

  @Test
  void oneThatDoesNotPassStaysThere() {
    closed.add("cut");
    Transaction t = call(Stage.PREPARE);
    list.lead(t);
    assertThat(t.stage()).isEqualTo(Stage.LOCK);
    assertThat(met).last().isEqualTo("cut at LOCK");
  }

  @Test
  void whatIsBehindACallIsNotAskedUnlessItWantsToBe() {
    list.lead(call(Stage.LOCK));
    assertThat(met).containsExactly("barrier at LOCK", "cut at LOCK", "lock at LOCK");
  }

  @Test
  void oneThatWaitsBehindAStageIsAskedThereAgain() {
    closed.add("master");
    list.lead(call(Stage.MASTER));
    assertThat(met).containsExactly("barrier at MASTER", "order at MASTER", "master at MASTER");
  }

  @Test
  void oneThatStandsInSuchAStageGoesOnFromThere() {
    closed.add("master");
    Transaction t = call(Stage.ORDER);
    list.lead(t);
    assertThat(met).containsExactly("barrier at ORDER", "order at ORDER", "master at MASTER");
    assertThat(t.stage()).isEqualTo(Stage.MASTER);
  }

  @Test
  void oneThatStandsNowhereInTheListGoesNowhere() {
    Transaction t = call(Stage.QUERY);
    list.lead(t);
    assertThat(met).isEmpty();
    assertThat(t.stage()).isEqualTo(Stage.QUERY);
  }

  private static Transaction call(Stage stage) {
    Execute message =
        new Execute(
            1,
            2,
            3,
            false,
            false,
            false,
            0,
            0,
            1,
            VersionVector.ZERO,
            "p",
            0,
            new byte[0],
            List.of(),
            null,
            null);
    Transaction t = new Transaction(message, null, 0, ended -> {}, null, null);
    t.moveTo(stage);
    return t;
  }

  /** Notes who comes through, and where he stands. */
  private final class Gate implements CallStage {
    private final String name;
    private final Stage at;
    private final Set<Stage> metFrom;

    Gate(String name, Stage at, Set<Stage> metFrom) {
      this.name = name;
      this.at = at;
      this.metFrom = metFrom;
    }

    @Override
    public Stage at() {
      return at;
    }

    @Override
    public boolean isMetFrom(Stage standing) {
      return metFrom.contains(standing);
    }

    @Override
    public boolean pass(Transaction t) {
      met.add(name + " at " + t.stage());
      return !closed.contains(name);
    }
  }
}
