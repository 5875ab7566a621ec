package org.thetisdb.core.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.CodecException;

class DecimalsTest {
  private static final int[] SCALES = {0, 2, -2, 18, 980, 981, 982, -981, -982, 990, 1000, -999};

  @Test
  void decimalsOfAllLengthsComeBackInTheFormThatBigIntegersHave() {
    Random random = new Random(7);
    for (int bits = 0; bits < 80; bits++) {
      for (int scale : SCALES) {
        BigInteger edge = BigInteger.ONE.shiftLeft(bits);
        assertComesBack(edge, scale);
        assertComesBack(edge.negate(), scale);
        assertComesBack(edge.subtract(BigInteger.ONE), scale);
        assertComesBack(edge.negate().subtract(BigInteger.ONE), scale);
        assertComesBack(new BigInteger(bits, random), scale);
      }
    }
  }

  private static void assertComesBack(BigInteger unscaled, int scale) {
    BigDecimal value = new BigDecimal(unscaled, scale);
    if (!Decimals.isStorable(value)) {
      assertThatThrownBy(() -> Decimals.encode(value)).isInstanceOf(IllegalArgumentException.class);
      return;
    }
    byte[] digits = unscaled.toByteArray();
    byte[] expected = new byte[digits.length + 2];
    BigEndian.putShort(expected, 0, scale);
    System.arraycopy(digits, 0, expected, 2, digits.length);
    assertThat(Decimals.encode(value)).isEqualTo(expected);
    assertThat(Decimals.decode(expected, 0, expected.length)).isEqualTo(value);
  }

  @Test
  void whatIsNoNumberComesBackAndIsAboveOrBelowAllNumbers() {
    BigDecimal most = new BigDecimal(BigInteger.TEN.pow(299), -700);
    List<BigDecimal> ascending =
        List.of(
            SpecialDecimals.MINUS_INFINITY,
            most.negate(),
            BigDecimal.ZERO,
            most,
            SpecialDecimals.INFINITY,
            SpecialDecimals.NAN);
    assertThat(ascending).isSorted();
    for (BigDecimal value : ascending) {
      byte[] encoded = Decimals.encode(value);
      assertThat(Decimals.decode(encoded, 0, encoded.length)).isEqualTo(value);
    }
    assertThat(Decimals.isStorable(SpecialDecimals.NAN.add(SpecialDecimals.INFINITY))).isFalse();
  }

  @Test
  void aLongerFormIsRefused() {
    assertThatThrownBy(() -> Decimals.decode(new byte[] {0, 0, 0, 1}, 0, 4))
        .isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> Decimals.decode(new byte[] {0, 0, -1, -1}, 0, 4))
        .isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> Decimals.decode(new byte[] {0, 0}, 0, 2))
        .isInstanceOf(CodecException.class);
  }
}
