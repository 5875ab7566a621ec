package org.thetisdb.server.checkpoint;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * Checkpoints as files of one directory.
 *
 * <p>A checkpoint is written under another name, flushed, renamed, and then the directory is
 * flushed. So a file with a checkpoint's name is whole, as far as the disk keeps what was written
 * to it.
 */
public final class DirectoryCheckpoints implements CheckpointStore {
  private static final String SUFFIX = ".checkpoint";
  private static final String DAMAGED = ".damaged";
  private static final String UNFINISHED = ".unfinished";
  private static final int MUCH_BYTES = 1 << 20;
  private static final boolean DIRECTORIES_CAN_BE_FLUSHED = File.separatorChar == '/';

  private final Path directory;

  private DirectoryCheckpoints(Path directory) {
    this.directory = directory;
  }

  /**
   * Makes the directory if it is not there.
   *
   * @throws ThetisException DATA_NOT_WRITABLE
   */
  public static DirectoryCheckpoints open(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new ThetisException(ErrorCode.DATA_NOT_WRITABLE, directory, e.toString()).causedBy(e);
    }
    return new DirectoryCheckpoints(directory);
  }

  @Override
  public List<CheckpointId> list() {
    List<CheckpointId> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        CheckpointId id = CheckpointId.parse(name.substring(0, name.length() - SUFFIX.length()));
        if (id != null) {
          found.add(id);
        }
      }
    } catch (IOException | java.nio.file.DirectoryIteratorException e) {
      throw new ThetisException(ErrorCode.CHECKPOINT_DAMAGED, "list", directory, e.toString())
          .causedBy(e);
    }
    found.sort(null);
    return found;
  }

  @Override
  public Sink create(CheckpointId id) {
    try {
      deleteUnfinished(id.site());
      return new FileSink(id);
    } catch (IOException e) {
      throw notWritten(id, e);
    }
  }

  private void deleteUnfinished(int site) throws IOException {
    String prefix = "site-%03d-".formatted(site);
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(directory, prefix + "*" + UNFINISHED)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    }
  }

  @Override
  public Source open(CheckpointId id) {
    try {
      return new FileSource(id);
    } catch (IOException e) {
      throw damaged(id, e);
    }
  }

  @Override
  public void delete(CheckpointId id) {
    try {
      Files.deleteIfExists(file(id));
    } catch (IOException e) {
      throw notWritten(id, e);
    }
  }

  @Override
  public void reject(CheckpointId id) {
    try {
      if (Files.exists(file(id))) {
        Path aside = directory.resolve(id + DAMAGED);
        Files.move(file(id), aside, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      throw notWritten(id, e);
    }
  }

  @Override
  public String place() {
    return directory.toString();
  }

  private Path file(CheckpointId id) {
    return directory.resolve(id + SUFFIX);
  }

  private ThetisException notWritten(CheckpointId id, IOException e) {
    return new ThetisException(ErrorCode.CHECKPOINT_NOT_WRITTEN, id, place(), e.toString())
        .causedBy(e);
  }

  private ThetisException damaged(CheckpointId id, IOException e) {
    return new ThetisException(ErrorCode.CHECKPOINT_DAMAGED, id, place(), e.toString()).causedBy(e);
  }

  private final class FileSink implements Sink {
    private final CheckpointId id;
    private final Path draft;
    private final SequentialFile file;
    private boolean over;

    FileSink(CheckpointId id) throws IOException {
      this.id = id;
      this.draft = directory.resolve(id + UNFINISHED);
      this.file = SequentialFile.create(draft);
    }

    @Override
    public void write(byte[] bytes, int length) {
      try {
        file.write(bytes, length);
      } catch (IOException e) {
        throw notWritten(id, e);
      }
    }

    @Override
    public void flushIfMuch() {
      if (over || file.gatheredBytes() < MUCH_BYTES) {
        return;
      }
      try {
        file.flush();
      } catch (IOException e) {
        throw notWritten(id, e);
      }
    }

    @Override
    public void publish() {
      try {
        file.finish();
        file.close();
        Files.move(draft, file(id), StandardCopyOption.ATOMIC_MOVE);
        flushDirectory();
        over = true;
      } catch (IOException e) {
        throw notWritten(id, e);
      }
    }

    private void flushDirectory() throws IOException {
      if (DIRECTORIES_CAN_BE_FLUSHED) {
        try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
          names.force(true);
        }
      }
    }

    @Override
    public void close() {
      if (over) {
        return;
      }
      over = true;
      try {
        file.close();
        Files.deleteIfExists(draft);
      } catch (IOException e) {
        throw notWritten(id, e);
      }
    }
  }

  private final class FileSource implements Source {
    private final CheckpointId id;
    private final FileChannel channel;
    private long remaining;

    FileSource(CheckpointId id) throws IOException {
      this.id = id;
      this.channel = FileChannel.open(file(id), StandardOpenOption.READ);
      this.remaining = channel.size();
    }

    @Override
    public long remaining() {
      return remaining;
    }

    @Override
    public void read(byte[] into, int length) {
      ByteBuffer wanted = ByteBuffer.wrap(into, 0, length);
      try {
        while (wanted.hasRemaining()) {
          if (channel.read(wanted) < 0) {
            throw new IOException("the file is shorter than it was");
          }
        }
      } catch (IOException e) {
        throw damaged(id, e);
      }
      remaining -= length;
    }

    @Override
    public void close() {
      try {
        channel.close();
      } catch (IOException e) {
        throw damaged(id, e);
      }
    }
  }
}
