package org.thetisdb.router.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.value.ValueCodec;

/** What a site gives for a result is read before anything is done with it. */
class ResultFormTest {
  private final List<String> heard = new ArrayList<>();
  private final Answer answer =
      ResultForm.NUMBER.to(
          (error, message, vector, number) -> heard.add(error + " " + number + " " + message));

  private static List<byte[]> otherForms() {
    return List.of(
        new byte[0],
        new byte[] {4},
        new byte[] {1, 4, 0, 0, 0, 0, 0, 0},
        ValueCodec.encode(null),
        ValueCodec.encode("7"),
        ValueCodec.encode(List.of(7L)),
        ValueCodec.encode(Map.of("number", 7L)));
  }

  @Test
  void aResultOfTheFormIsRead() {
    answer.onOutcome(0, "", VersionVector.ZERO, ValueCodec.encode(7L));
    assertThat(heard).containsExactly("0 7 ");
  }

  @ParameterizedTest
  @MethodSource("otherForms")
  void aResultOfAnotherFormIsAnErrorOfItsCall(byte[] value) {
    answer.onOutcome(0, "", VersionVector.ZERO, value);
    assertThat(heard).hasSize(1);
    assertThat(heard.get(0))
        .startsWith(ErrorCode.INTERNAL.number() + " null")
        .contains("another form than was asked for");
  }

  @Test
  void ofAnErrorNoResultIsRead() {
    answer.onOutcome(ErrorCode.CONFLICT.number(), "again", VersionVector.ZERO, new byte[0]);
    assertThat(heard).containsExactly(ErrorCode.CONFLICT.number() + " null again");
  }
}
