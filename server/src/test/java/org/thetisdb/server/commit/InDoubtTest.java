package org.thetisdb.server.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.SiteToRouter.InDoubtTimes;

/** How long what is prepared stays undecided. */
final class InDoubtTest {
  private static final RowKey FIRST = PreparedRows.recordKey(7, 1);
  private static final RowKey SECOND = PreparedRows.recordKey(7, 2);
  private static final byte[] KEYS =
      PreparedRows.encode(
          new KeySet(List.of(new RowKey(20, new byte[] {1})), List.of(), List.of()));

  private long nowUs;
  private final Clock clock =
      new Clock() {
        @Override
        public long nowUs() {
          return nowUs;
        }

        @Override
        public long wallMs() {
          return 0;
        }
      };
  private final InDoubt inDoubt = new InDoubt(clock);
  private final PreparedRows prepared = new PreparedRows();

  @Test
  void eachRecordCountsFromWhenItIsWrittenUntilItIsDecided() {
    prepared.setInDoubt(inDoubt);
    prepared.apply(FIRST, KEYS);
    nowUs = 100;
    prepared.apply(SECOND, KEYS);
    assertThat(inDoubt.times()).isEqualTo(new InDoubtTimes(2, 0, 0, 0));
    nowUs = 150;
    prepared.apply(SECOND, null);
    assertThat(inDoubt.times()).isEqualTo(new InDoubtTimes(1, 1, 50, 50));
    nowUs = 400;
    prepared.apply(FIRST, null);
    prepared.apply(FIRST, null);
    assertThat(inDoubt.times()).isEqualTo(new InDoubtTimes(0, 2, 450, 400));
  }

  @Test
  void whatWasPreparedBeforeTheStartCountsFromTheStart() {
    prepared.apply(FIRST, KEYS);
    nowUs = 1_000;
    prepared.setInDoubt(inDoubt);
    nowUs = 1_700;
    prepared.apply(FIRST, null);
    assertThat(inDoubt.times()).isEqualTo(new InDoubtTimes(0, 1, 700, 700));
  }
}
