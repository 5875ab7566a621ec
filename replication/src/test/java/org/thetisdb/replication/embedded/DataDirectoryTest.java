package org.thetisdb.replication.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

final class DataDirectoryTest {
  @TempDir Path dir;

  @Test
  void aDirectoryIsMadeAndCanBeOpenedAgain() {
    Path path = dir.resolve("a/b");
    try (DataDirectory data = DataDirectory.open(path, "bank")) {
      assertThat(data.path()).isEqualTo(path);
    }
    DataDirectory.open(path, "bank").close();
  }

  @Test
  void aDirectoryHasOneUserAtATime() {
    try (DataDirectory held = DataDirectory.open(dir, "bank")) {
      assertFails(ErrorCode.DATA_LOCKED, held.path());
    }
  }

  @Test
  void aDirectoryBelongsToOneClusterForEver() {
    DataDirectory.open(dir, "shop").close();
    assertFails(ErrorCode.DATA_OF_OTHER_CLUSTER, dir);
    DataDirectory.open(dir, "shop").close();
  }

  @Test
  void aDirectoryThatCannotBeMadeIsNamed() throws IOException {
    Path file = Files.writeString(dir.resolve("file"), "x");
    assertFails(ErrorCode.DATA_NOT_WRITABLE, file.resolve("below"));
  }

  private static void assertFails(ErrorCode code, Path path) {
    ThrowingCallable open = () -> DataDirectory.open(path, "bank").close();
    assertThatThrownBy(open)
        .isInstanceOfSatisfying(
            ThetisException.class, error -> assertThat(error.code()).isEqualTo(code))
        .hasMessageContaining(path.toString());
  }
}
