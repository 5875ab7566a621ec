package org.thetisdb.core.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.core.error.ThetisException;

/** Addresses as people write them. */
class AddressTest {
  @ParameterizedTest
  @ValueSource(strings = {"localhost:7433", "10.0.0.1:0", "[::1]:65535"})
  void anAddressIsShownAsItWasWritten(String text) {
    assertThat(Address.parse(text)).hasToString(text);
  }

  @Test
  void theParts() {
    assertThat(Address.parse("[fe80::1]:80")).isEqualTo(new Address("fe80::1", 80));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":", "host", "host:", ":80", "host:65536", "host:-1", "[]:80", "a:b"})
  void whatIsNotAnAddressIsRefused(String text) {
    assertThatThrownBy(() -> Address.parse(text))
        .isInstanceOf(ThetisException.class)
        .hasMessage("\"" + text + "\" is not an address. Write host:port.");
  }
}
