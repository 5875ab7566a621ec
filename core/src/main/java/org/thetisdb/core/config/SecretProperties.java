package org.thetisdb.core.config;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * Names and values out of a file of their own, passwords among them. No text of this shows a value.
 * Immutable and thread-safe.
 */
public final class SecretProperties {
  private static final SecretProperties NONE = new SecretProperties(Map.of());
  private static final int LONGEST_FILE_BYTES = 1 << 16;

  private final Map<String, String> values;

  private SecretProperties(Map<String, String> values) {
    this.values = Map.copyOf(values);
  }

  /** Nothing. */
  public static SecretProperties none() {
    return NONE;
  }

  /**
   * Reads the file that a setting names; none if it names no file. Waits for the disk.
   *
   * @param allowed which names may be in it
   * @throws ThetisException BAD_SETTING if the file cannot be read, or other users can read it, or
   *     it has another name
   */
  public static SecretProperties of(
      Settings settings, Setting<String> setting, Predicate<String> allowed) {
    String file = settings.get(setting);
    if (file.isEmpty()) {
      return NONE;
    }
    Map<String, String> values = new TreeMap<>();
    read(setting, Path.of(file))
        .forEach((name, value) -> values.put(name.toString(), value.toString().trim()));
    for (String name : values.keySet()) {
      if (!allowed.test(name)) {
        throw wrong(setting, file, "\"" + name + "\" is not for security");
      }
    }
    return new SecretProperties(values);
  }

  private static Properties read(Setting<String> setting, Path file) {
    Properties properties = new Properties();
    try {
      if (isOpenToOthers(file)) {
        throw wrong(setting, file, "every user of this machine can read it; say chmod 600");
      }
      if (Files.size(file) > LONGEST_FILE_BYTES) {
        throw wrong(setting, file, "it is longer than " + LONGEST_FILE_BYTES + " bytes");
      }
      try (Reader reader = Files.newBufferedReader(file)) {
        properties.load(reader);
      }
    } catch (IOException | IllegalArgumentException e) {
      // No message of a library: it could show a part of the file.
      throw wrong(setting, file, "it cannot be read as lines name=value").causedBy(e);
    }
    return properties;
  }

  private static boolean isOpenToOthers(Path file) throws IOException {
    try {
      return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
    } catch (UnsupportedOperationException e) {
      return false;
    }
  }

  private static ThetisException wrong(Setting<String> setting, Object file, String why) {
    return new ThetisException(ErrorCode.BAD_SETTING, setting, file, why);
  }

  /** All of it, for the library that it is for. */
  public Map<String, String> values() {
    return values;
  }

  /** Only the names. */
  @Override
  public String toString() {
    return new TreeMap<>(values).keySet().toString();
  }
}
