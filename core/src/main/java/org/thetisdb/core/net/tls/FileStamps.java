package org.thetisdb.core.net.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/** Which versions of some files there are; equal as long as none has changed. */
record FileStamps(List<String> ofFiles) {
  /** Those of files of today; waits for the disk. A file that is not there has a stamp, too. */
  static FileStamps of(TlsFiles files) {
    List<String> stamps = new ArrayList<>();
    for (Path file : new Path[] {files.authority(), files.certificate(), files.key()}) {
      if (file != null) {
        stamps.add(stamp(file));
      }
    }
    return new FileStamps(List.copyOf(stamps));
  }

  private static String stamp(Path file) {
    try {
      BasicFileAttributes seen = Files.readAttributes(file, BasicFileAttributes.class);
      return seen.lastModifiedTime() + " " + seen.size() + " " + seen.fileKey();
    } catch (IOException e) {
      return "none";
    }
  }
}
