package org.thetisdb.core.security;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Writes files that only the user of this process can read. Stateless. */
public final class PrivateFile {
  private PrivateFile() {}

  /**
   * Writes a file in place of the one that is there: nobody finds half of it, or can open it
   * meanwhile. Waits for the disk.
   */
  public static void write(Path file, String text) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    Files.createDirectories(directory);
    Path begun = Files.createTempFile(directory, file.getFileName().toString(), ".new", onlyOwn());
    try {
      Files.writeString(begun, text);
      Files.move(begun, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(begun); // it is there still if one of them failed
    }
  }

  private static FileAttribute<?>[] onlyOwn() {
    boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    return posix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }
}
