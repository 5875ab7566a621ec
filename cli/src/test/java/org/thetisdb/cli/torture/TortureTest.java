package org.thetisdb.cli.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.history.verdict.Level;
import org.thetisdb.lab.torture.Fault;
import org.thetisdb.lab.torture.Torture;
import org.thetisdb.lab.torture.TortureListener;
import org.thetisdb.lab.torture.TortureOptions;
import org.thetisdb.lab.torture.TortureResult;

/** A short run of {@code thetis torture} on real processes. */
@Tag("cluster")
@Timeout(240)
final class TortureTest implements TortureListener {
  /** One fault of each of these kinds at least; a fault takes some seconds. */
  private static final int DURATION_S = 15;

  private static final int LEASE_MS = 1_000;

  private final List<String> problems = new ArrayList<>();

  /** Holds what the processes wrote, if they are to be looked at. */
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  @Test
  @InTurn(oneIn = 13, from = 9)
  void allThatClientsHeardHoldsWhilePartsAreKilledAndStopped() throws Exception {
    torture(true, false, List.of(Fault.STOP_SITE, Fault.STOP_ROUTER, Fault.KILL_ALL));
  }

  @Test
  @InTurn(oneIn = 13, from = 3)
  void nobodyDoesWhatTheyMayNotWhilePartsAreKilled() throws Exception {
    torture(false, true, List.of(Fault.KILL_ROUTER, Fault.KILL_SITE, Fault.KILL_ALL));
  }

  private void torture(boolean migrates, boolean secure, List<Fault> faults) throws Exception {
    TortureOptions options =
        new TortureOptions(
            2,
            1,
            DURATION_S,
            1,
            4,
            50,
            LEASE_MS,
            faults,
            SchemeRegistry.byDefault(),
            migrates,
            secure,
            Level.STRONG_SESSION_SI,
            null);
    try (Torture torture = new Torture(options, directory, this)) {
      TortureResult result = torture.run();
      assertThat(problems).isEmpty();
      assertThat(result.checks().values())
          .as("%s; see %s", result.checks(), directory)
          .containsOnly("ok");
      assertThat(result.wounds()).isNotEmpty();
      assertThat(result.tallies().values())
          .allSatisfy(tally -> assertThat(tally.committed()).isPositive());
    }
  }

  @Override
  public void onStep(String what) {}

  @Override
  public void onWound(double atS, String what, long pauseMs, long longestMs, long wholeMs) {}

  @Override
  public void onProblem(double atS, String what) {
    problems.add(what);
  }
}
