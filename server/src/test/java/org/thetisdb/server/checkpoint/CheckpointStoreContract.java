package org.thetisdb.server.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/** All that a checkpoint store promises. */
interface CheckpointStoreContract {
  CheckpointId FIRST = new CheckpointId(1, 1, 1);
  CheckpointId SECOND = new CheckpointId(1, 1, 2);
  CheckpointId AFTER_RESTART = new CheckpointId(1, 2, 1);
  CheckpointId OF_OTHER_SITE = new CheckpointId(2, 1, 1);

  /** An empty store. */
  CheckpointStore open();

  @Test
  default void whatIsPublishedIsThereAsItWasWritten() {
    CheckpointStore store = open();
    publish(store, FIRST, "abc", "defg");
    assertThat(store.list()).containsExactly(FIRST);
    assertThat(read(store, FIRST)).isEqualTo("abcdefg");
  }

  @Test
  default void whatIsFlushedMeanwhileIsThereAsItWasWritten() {
    CheckpointStore store = open();
    byte[] part = new byte[1 << 20];
    try (CheckpointStore.Sink sink = store.create(FIRST)) {
      for (int i = 0; i < 9; i++) {
        part[0] = (byte) ('a' + i);
        sink.write(part, part.length);
        sink.flushIfMuch();
        assertThat(store.list()).isEmpty();
      }
      sink.publish();
      sink.flushIfMuch();
    }
    try (CheckpointStore.Source source = store.open(FIRST)) {
      for (int i = 0; i < 9; i++) {
        source.read(part, part.length);
        assertThat(part[0]).isEqualTo((byte) ('a' + i));
      }
      assertThat(source.remaining()).isZero();
    }
  }

  @Test
  default void whatIsNotPublishedIsNotThere() {
    CheckpointStore store = open();
    try (CheckpointStore.Sink sink = store.create(FIRST)) {
      sink.write(new byte[10], 10);
      assertThat(store.list()).isEmpty();
    }
    assertThat(store.list()).isEmpty();
  }

  @Test
  default void anAttemptThatWasGivenUpCanBeMadeAgain() {
    CheckpointStore store = open();
    store.create(FIRST).write(new byte[10], 10);
    publish(store, FIRST, "good");
    assertThat(read(store, FIRST)).isEqualTo("good");
  }

  @Test
  default void checkpointsAreListedInTheOrderOfTheirIds() {
    CheckpointStore store = open();
    for (CheckpointId id : new CheckpointId[] {OF_OTHER_SITE, AFTER_RESTART, SECOND, FIRST}) {
      publish(store, id, id.toString());
    }
    assertThat(store.list()).containsExactly(FIRST, SECOND, AFTER_RESTART, OF_OTHER_SITE);
    assertThat(read(store, AFTER_RESTART)).isEqualTo("site-001-0000000002-0000000001");
  }

  @Test
  default void aDeletedCheckpointIsGoneAndTheOthersStay() {
    CheckpointStore store = open();
    publish(store, FIRST, "a");
    publish(store, SECOND, "b");
    store.delete(FIRST);
    store.delete(FIRST);
    assertThat(store.list()).containsExactly(SECOND);
  }

  @Test
  default void aRejectedCheckpointIsNotListedAndTheOthersStay() {
    CheckpointStore store = open();
    publish(store, FIRST, "a");
    publish(store, SECOND, "b");
    store.reject(SECOND);
    store.reject(SECOND);
    assertThat(store.list()).containsExactly(FIRST);
    publish(store, SECOND, "c");
    assertThat(read(store, SECOND)).isEqualTo("c");
  }

  @Test
  default void aMissingCheckpointIsRefused() {
    CheckpointStore store = open();
    assertThatThrownBy(() -> store.open(FIRST))
        .isInstanceOfSatisfying(
            ThetisException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CHECKPOINT_DAMAGED))
        .hasMessageContaining(FIRST.toString());
  }

  @Test
  default void aReaderKnowsHowMuchIsLeft() {
    CheckpointStore store = open();
    publish(store, FIRST, "abcdefg");
    try (CheckpointStore.Source source = store.open(FIRST)) {
      assertThat(source.remaining()).isEqualTo(7);
      source.read(new byte[5], 5);
      assertThat(source.remaining()).isEqualTo(2);
    }
  }

  private static void publish(CheckpointStore store, CheckpointId id, String... parts) {
    try (CheckpointStore.Sink sink = store.create(id)) {
      for (String part : parts) {
        sink.write(
            (part + "rubbish").getBytes(java.nio.charset.StandardCharsets.UTF_8), part.length());
      }
      sink.publish();
    }
  }

  private static String read(CheckpointStore store, CheckpointId id) {
    try (CheckpointStore.Source source = store.open(id)) {
      byte[] bytes = new byte[(int) source.remaining()];
      source.read(bytes, bytes.length);
      return new String(bytes, java.nio.charset.StandardCharsets.UTF_8);
    }
  }
}
