package org.thetisdb.server.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

final class DirectoryCheckpointsTest implements CheckpointStoreContract {
  @TempDir private Path directory;

  @Override
  public CheckpointStore open() {
    return DirectoryCheckpoints.open(directory.resolve("checkpoints"));
  }

  @Test
  void theFileOfADeadWriterGoesWhenItsSiteWritesAgainAndOthersStay() throws IOException {
    CheckpointStore store = open();
    store.create(FIRST).write(new byte[10], 10);
    store.create(OF_OTHER_SITE).write(new byte[10], 10);
    store.create(AFTER_RESTART).write(new byte[10], 10);
    assertThat(files())
        .containsExactly(AFTER_RESTART + ".unfinished", OF_OTHER_SITE + ".unfinished");
    assertThat(store.list()).isEmpty();
  }

  @Test
  void filesOfOthersAreLeftAlone() throws IOException {
    CheckpointStore store = open();
    Files.writeString(directory.resolve("checkpoints/notes.txt"), "mine");
    Files.writeString(directory.resolve("checkpoints/site-1.checkpoint"), "not ours");
    assertThat(store.list()).isEmpty();
    try (CheckpointStore.Sink sink = store.create(FIRST)) {
      sink.publish();
    }
    assertThat(files()).containsExactly("notes.txt", FIRST + ".checkpoint", "site-1.checkpoint");
  }

  @Test
  void aDirectoryThatCannotBeMadeIsNamed() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "in the way");
    assertThatThrownBy(() -> DirectoryCheckpoints.open(file))
        .isInstanceOfSatisfying(
            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DATA_NOT_WRITABLE))
        .hasMessageContaining(file.toString());
  }

  @Test
  void aDirectoryThatIsGoneIsAnErrorWithAName() throws IOException {
    CheckpointStore store = open();
    Files.delete(directory.resolve("checkpoints"));
    assertThatThrownBy(() -> store.create(FIRST))
        .isInstanceOfSatisfying(
            ThetisException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CHECKPOINT_NOT_WRITTEN));
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.list(directory.resolve("checkpoints"))) {
      return all.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }
}
