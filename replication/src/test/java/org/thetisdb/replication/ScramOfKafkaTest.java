package org.thetisdb.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import org.apache.kafka.common.security.scram.ScramCredential;
import org.apache.kafka.common.security.scram.ScramCredentialCallback;
import org.apache.kafka.common.security.scram.ScramExtensionsCallback;
import org.apache.kafka.common.security.scram.internals.ScramFormatter;
import org.apache.kafka.common.security.scram.internals.ScramMechanism;
import org.apache.kafka.common.security.scram.internals.ScramSaslClient;
import org.apache.kafka.common.security.scram.internals.ScramSaslServer;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.security.PasswordKeys;
import org.thetisdb.core.security.ScramClient;
import org.thetisdb.core.security.ScramServer;
import org.thetisdb.core.security.ScramVerifier;

/** Logins of which the other end is Kafka's, which knows nothing of this one. */
class ScramOfKafkaTest {
  private static final String PASSWORD = "a secret";

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Test
  void aClientOfKafkaLogsInHere() throws Exception {
    CallbackHandler answers =
        callbacks -> {
          for (Callback each : callbacks) {
            if (each instanceof NameCallback name) {
              name.setName("bob");
            } else if (each instanceof PasswordCallback password) {
              password.setPassword(PASSWORD.toCharArray());
            } else if (each instanceof ScramExtensionsCallback extensions) {
              extensions.extensions(Map.of());
            }
          }
        };
    ScramSaslClient client = new ScramSaslClient(ScramMechanism.SCRAM_SHA_256, answers);
    ScramServer server = ScramServer.of(text(client.evaluateChallenge(new byte[0])));
    assertThat(server.user()).isEqualTo("bob");
    ScramVerifier verifier = ScramVerifier.of(PASSWORD, bytes("0123456789abcdef"), 4_096);
    String challenge = server.challenge(verifier, "nonce", null);
    String last = server.check(text(client.evaluateChallenge(bytes(challenge))));
    client.evaluateChallenge(bytes(last));
    assertThat(client.isComplete()).isTrue();
  }

  @Test
  void aClientLogsInAtKafka() throws Exception {
    ScramCredential credential =
        new ScramFormatter(ScramMechanism.SCRAM_SHA_256).generateCredential(PASSWORD, 4_096);
    CallbackHandler answers =
        callbacks ->
            List.of(callbacks)
                .forEach(
                    each -> {
                      if (each instanceof ScramCredentialCallback asked) {
                        asked.scramCredential(credential);
                      }
                    });
    ScramSaslServer server = new ScramSaslServer(ScramMechanism.SCRAM_SHA_256, Map.of(), answers);
    ScramClient client = new ScramClient("bob", "nonce", null);
    String challenge = text(server.evaluateResponse(bytes(client.first())));
    String proof = client.proof(challenge, new PasswordKeys(PASSWORD));
    assertThat(client.isProven(text(server.evaluateResponse(bytes(proof))))).isTrue();
    assertThat(server.getAuthorizationID()).isEqualTo("bob");
  }
}
