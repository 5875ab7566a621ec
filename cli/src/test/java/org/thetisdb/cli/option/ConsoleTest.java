package org.thetisdb.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.benchmarks.driver.result.StatusView;

/** What a person sees of each second. */
class ConsoleTest {
  @Test
  void sitesShareABarAsTheyShareTheWrites() {
    assertThat(Console.bar(List.of(site(1, 0.5), site(2, 0.25), site(3, 0.25))))
        .isEqualTo("████████████▒▒▒▒▒▒░░░░░░ 50 25 25 %");
  }

  @Test
  void aSchemeThatTakesNoSampleShowsNoShares() {
    assertThat(Console.bar(List.of(site(1, 0), site(2, 0)))).isEqualTo("-");
  }

  private static StatusView.Site site(int number, double masteredShare) {
    return new StatusView.Site(number, 0, 0, 0, masteredShare, 0);
  }
}
