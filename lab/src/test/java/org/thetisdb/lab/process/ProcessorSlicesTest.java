package org.thetisdb.lab.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Slices of the processors, where this system lets them be cut. */
class ProcessorSlicesTest {
  private static final long WATCHED_MS = 1_000;

  private static ProcessorSlices open() {
    try {
      return ProcessorSlices.open(2, Hosts.LOOPBACK);
    } catch (IOException notHere) {
      assumeTrue(false, notHere.getMessage());
      throw new AssertionError(notHere);
    }
  }

  private static Process busy(ProcessorSlices slices, String part) throws IOException {
    List<String> command = new ArrayList<>(slices.prefix(part));
    command.addAll(List.of("/bin/sh", "-c", "while :; do :; done"));
    return new ProcessBuilder(command).start();
  }

  private static double processorsOf(Process process) throws InterruptedException {
    Duration before = process.info().totalCpuDuration().orElseThrow();
    Thread.sleep(WATCHED_MS);
    Duration used = process.info().totalCpuDuration().orElseThrow().minus(before);
    return used.toMillis() / (double) WATCHED_MS;
  }

  @Test
  void aSiteHasItsSliceAndNoMoreAndOtherPartsAreNotLimited() throws Exception {
    ProcessorSlices slices = open();
    Process site = busy(slices, "site 1");
    try {
      slices.limit(0.2);
      assertThat(processorsOf(site)).isLessThan(0.3);
      assertThat(slices.prefix("router 1")).isEmpty();
    } finally {
      site.destroyForcibly().waitFor();
      slices.close();
    }
    try (ProcessorSlices again = open()) {
      assertThat(again.prefix("site 2")).as("the first groups are gone").isNotEmpty();
    }
  }
}
