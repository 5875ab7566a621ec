package org.thetisdb.server.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenarios of a file that is written once, whatever the size of the disk's blocks. */
final class SequentialFileTest {
  private static final int MOST_BYTES = 300_000;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4095, 4096, 4097, (4 << 20) - 1, 4 << 20, (4 << 20) + 1, 11_111_111})
  void whatIsWrittenInPiecesIsThereAndNothingElse(int bytes) throws IOException {
    Random random = new Random(bytes);
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    Path path = directory.resolve("file");
    try (SequentialFile file = SequentialFile.create(path)) {
      byte[] piece = new byte[MOST_BYTES];
      while (expected.size() < bytes) {
        int length = Math.min(random.nextInt(MOST_BYTES), bytes - expected.size());
        random.nextBytes(piece);
        file.write(piece, length);
        expected.write(piece, 0, length);
        if (random.nextInt(3) == 0) {
          file.flush();
        }
      }
      file.finish();
    }
    assertThat(Files.readAllBytes(path)).isEqualTo(expected.toByteArray());
  }

  @Test
  void aPartOfABlockWaitsForTheRest() throws IOException {
    Path path = directory.resolve("file");
    try (SequentialFile file = SequentialFile.create(path)) {
      file.write(new byte[5_000], 5_000);
      assertThat(file.gatheredBytes()).isEqualTo(5_000);
      file.flush();
      assertThat(file.gatheredBytes()).as("less than a block").isLessThan(5_000);
      assertThat(Files.size(path) + file.gatheredBytes()).isEqualTo(5_000);
      file.finish();
    }
    assertThat(Files.size(path)).isEqualTo(5_000);
  }

  @Test
  void aFileThatIsThereIsNotWrittenOver() throws IOException {
    Path path = Files.writeString(directory.resolve("file"), "what was there");
    assertThatThrownBy(() -> SequentialFile.create(path))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(path).hasContent("what was there");
  }
}
