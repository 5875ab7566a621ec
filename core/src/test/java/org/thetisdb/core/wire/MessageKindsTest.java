package org.thetisdb.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;

/** The numbers of kinds are one list: without gaps, each with one message behind it. */
class MessageKindsTest {
  private static final int FAMILY = 16;
  private static final int BYTES = 256;

  /** The answers about SQL begin at a round number within their family. */
  private static final Set<Integer> LEFT_FREE = Set.of(71);

  private static TreeMap<Integer, String> kinds() throws IllegalAccessException {
    TreeMap<Integer, String> kinds = new TreeMap<>();
    for (Field field : MessageKinds.class.getDeclaredFields()) {
      if (!field.isSynthetic()) {
        String twin = kinds.put(field.getInt(null), field.getName());
        assertThat(twin).as("the number of %s", field.getName()).isNull();
      }
    }
    return kinds;
  }

  @Test
  void eachFamilyIsNumberedWithoutGaps() throws IllegalAccessException {
    List<Integer> gaps = new ArrayList<>();
    int before = 0;
    for (int kind : kinds().keySet()) {
      int expected = kind / FAMILY == before / FAMILY ? before + 1 : kind / FAMILY * FAMILY;
      for (int gap = expected; gap < kind; gap++) {
        gaps.add(gap);
      }
      before = kind;
    }
    assertThat(gaps).containsExactlyInAnyOrderElementsOf(LEFT_FREE);
  }

  @Test
  void whatHasNoNumberIsRefusedAndWhatHasOneIsKnown() throws IllegalAccessException {
    Set<Integer> kinds = kinds().keySet();
    for (int kind = 0; kind < BYTES; kind++) {
      String refusal = refusalOf(kind);
      assertThat(refusal.contains("an unknown kind"))
          .as("%s: %s", kind, refusal)
          .isEqualTo(!kinds.contains(kind));
    }
  }

  private static String refusalOf(int kind) {
    try {
      return "none: " + MessageCodec.decode(new ByteReader(new byte[] {(byte) kind}));
    } catch (CodecException refused) {
      return refused.getMessage();
    }
  }

  @Test
  void eachMessageHasANumberAndEachNumberAMessage() throws IllegalAccessException {
    RandomMessages messages = new RandomMessages(7);
    Set<Integer> used = new HashSet<>();
    for (Class<?> kind : RandomMessages.KINDS) {
      ByteWriter out = new ByteWriter(16);
      MessageCodec.encode(messages.of(kind), out);
      used.add(Byte.toUnsignedInt(out.toByteArray()[0]));
    }
    Set<Integer> read = new HashSet<>();
    kinds()
        .forEach(
            (kind, name) -> {
              if (!name.endsWith("_WITHOUT_LEVEL")) { // refused, and sent no more
                read.add(kind);
              }
            });
    assertThat(used).isEqualTo(read);
  }
}
