package org.thetisdb.core.scheme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What a strategy has learned, as a row. */
class LearnedRecordTest {
  private static final byte[] BODY = {1, 2, 3};

  private final LearnedRecord record = LearnedRecord.NONE.next("scheme", BODY);

  @Test
  void aRowSaysWhatWasKept() {
    LearnedRecord read = LearnedRecord.ofRow(record.toByteArray());
    assertThat(read.number()).isEqualTo(1);
    assertThat(read.scheme()).isEqualTo("scheme");
    assertThat(read.body()).isEqualTo(BODY);
    assertThat(LearnedRecord.NONE.later(read)).isSameAs(read);
    assertThat(read.next("scheme", BODY).later(read).number()).isEqualTo(2);
  }

  @Test
  void aDamagedRowIsNone() {
    byte[] row = record.toByteArray();
    for (int length = 0; length < row.length; length++) {
      assertThat(LearnedRecord.ofRow(Arrays.copyOf(row, length))).isSameAs(LearnedRecord.NONE);
    }
    assertThat(LearnedRecord.ofRow(Arrays.copyOf(row, row.length + 1)))
        .isSameAs(LearnedRecord.NONE);
  }

  @Test
  void moreThanARowHoldsIsRefused() {
    byte[] much = new byte[LearnedRecord.MOST_BYTES + 1];
    assertThatIllegalArgumentException().isThrownBy(() -> record.next("scheme", much));
  }
}
