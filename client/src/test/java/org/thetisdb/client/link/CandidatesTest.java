package org.thetisdb.client.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.Address;

/** Which router a client tries next. */
class CandidatesTest {
  private static final Address A = new Address("a", 1);
  private static final Address B = new Address("b", 1);
  private static final Address C = new Address("c", 1);
  private static final int CLIENTS = 300;

  private static Candidates of(Address... given) {
    return new Candidates(List.of(given));
  }

  @Test
  void clientsBeginAtDifferentRouters() {
    TreeMap<String, Integer> begun = new TreeMap<>();
    Random random = new Random(1);
    for (int client = 0; client < CLIENTS; client++) {
      List<Address> rotated = Candidates.beginningAnywhere(List.of(A, B, C), random);
      assertThat(rotated).containsExactlyInAnyOrder(A, B, C);
      begun.merge(new Candidates(rotated).next(0).toString(), 1, Integer::sum);
    }
    assertThat(begun).hasSize(3);
    assertThat(begun.values()).allMatch(clients -> clients > CLIENTS / 5);
  }

  @Test
  void routersThatAreNamedAreTriedBehindTheOneThatWasGiven() {
    Candidates candidates = of(A);
    assertThat(candidates.hasOthers()).isFalse();
    candidates.learn(List.of(B, C));
    candidates.succeeded(A);
    assertThat(candidates.hasOthers()).isTrue();
    candidates.avoid(A);
    assertThat(List.of(candidates.next(0), candidates.next(0), candidates.next(0)))
        .containsExactly(B, C, A);
    assertThat(candidates).as("people know what they gave").hasToString("a:1");
  }

  @Test
  void whatAnEarlierRouterNamedIsForgottenAndTheTurnIsKept() {
    Candidates candidates = of(A);
    candidates.learn(List.of(B, C));
    candidates.avoid(B);
    candidates.learn(List.of(C));
    assertThat(candidates.next(0)).isEqualTo(C);
    assertThat(candidates.next(0)).isEqualTo(A);
    candidates.avoid(A);
    candidates.learn(List.of());
    assertThat(candidates.next(0)).isEqualTo(A);
    assertThat(candidates.hasOthers()).isFalse();
  }
}
