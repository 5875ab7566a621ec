package org.thetisdb.router.scheme.morphosys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.thetisdb.router.scheme.morphosys.PlanWorld.cells;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.scheme.LearnedRecord;
import org.thetisdb.router.routing.Footprint;

/** What one router has learned goes to the next one through bytes that may be damaged. */
final class ModelCodecTest {
  private final LearnedCosts costs = new LearnedCosts();

  @Test
  void costsAndTransactionsAreReadAsTheyWereWritten() {
    costs.learnService(700, 3);
    ModelCodec.Learned read = ModelCodec.decode(ModelCodec.encode(learned(7)));
    LearnedCosts next = new LearnedCosts();
    next.take(read.costs());
    assertThat(next.service(3)).isEqualTo(costs.service(3));
    assertThat(read.copies()).containsExactly(5L, 9L);
    assertThat(read.samples()).hasSize(7);
    Footprint last = read.samples().get(6).footprint();
    assertThat(last.written()).containsExactly(cells(6, 7));
    assertThat(last.read()).containsExactly(cells(8));
    assertThat(last.writtenKeys()).containsExactly(PlanWorld.key(PlanWorld.TABLE, 6));
    assertThat(read.samples().get(6).kind()).isEqualTo(6);
  }

  @Test
  void asManyTransactionsAreWrittenAsThereIsRoomFor() {
    byte[] bytes = ModelCodec.encode(learned(50_000));
    assertThat(bytes).hasSizeLessThanOrEqualTo(LearnedRecord.MOST_BYTES);
    assertThat(ModelCodec.decode(bytes).samples()).hasSizeGreaterThan(1_000);
  }

  @Test
  void aBitThatIsOtherIsNoticedWhereverItIs() {
    byte[] bytes = ModelCodec.encode(learned(3));
    for (int i = 0; i < bytes.length; i++) {
      byte[] damaged = bytes.clone();
      damaged[i] ^= 0x10;
      assertThatThrownBy(() -> ModelCodec.decode(damaged)).isInstanceOf(CodecException.class);
    }
    assertThatThrownBy(() -> ModelCodec.decode(new byte[0])).isInstanceOf(CodecException.class);
  }

  private ModelCodec.Learned learned(int samples) {
    return new ModelCodec.Learned(costs.learned(), samples(samples), List.of(5L, 9L));
  }

  private static List<ModelCodec.Sample> samples(int count) {
    List<ModelCodec.Sample> samples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Footprint footprint =
          Footprint.of(cells(i, i + 1L), cells(i + 2L))
              .withKeys(List.of(PlanWorld.key(PlanWorld.TABLE, i)), List.of());
      samples.add(new ModelCodec.Sample(footprint, i));
    }
    return samples;
  }
}
