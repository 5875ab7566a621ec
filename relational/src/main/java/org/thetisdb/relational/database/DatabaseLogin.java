package org.thetisdb.relational.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import java.util.regex.Pattern;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * Where a database is and who logs in there. The password stays in a file or in a variable of the
 * environment, is read for each new connection, and is in no text of this. Immutable and
 * thread-safe.
 */
public final class DatabaseLogin {
  private static final Pattern SECRET =
      Pattern.compile("(?i)(password|passwd|pwd|secret)\\w*=|//[^/@]*:[^/@]*@");

  private static final int LONGEST_PASSWORD = 4_096;

  private final String url;
  private final String user;
  private final Path file;
  private final String variable;

  private DatabaseLogin(String url, String user, Path file, String variable) {
    this.url = url;
    this.user = user;
    this.file = file;
    this.variable = variable;
  }

  /**
   * A login without a password.
   *
   * @param url as the database's driver takes it, without a password
   * @param user its name there
   * @throws ThetisException BAD_SETTING if there seems to be a password in the URL
   */
  public static DatabaseLogin of(String url, String user) {
    if (SECRET.matcher(url).find()) {
      throw wrong("…", "a password does not belong there; name its file");
    }
    return new DatabaseLogin(url, user, null, null);
  }

  /** The same with a password, the first line of a file that other users cannot read. */
  public DatabaseLogin passwordFile(Path from) {
    return new DatabaseLogin(url, user, from, null);
  }

  /** The same with a password that is in a variable of the environment. */
  public DatabaseLogin passwordVariable(String name) {
    return new DatabaseLogin(url, user, null, name);
  }

  /**
   * A new connection, which is the caller's. Waits for the database.
   *
   * @throws DatabaseException if there is none
   * @throws ThetisException BAD_SETTING if the password cannot be read
   */
  public Connection open() {
    String password = password();
    Properties properties = new Properties();
    properties.setProperty("user", user);
    if (!password.isEmpty()) {
      properties.setProperty("password", password);
    }
    try {
      return DriverManager.getConnection(url, properties);
    } catch (SQLException e) {
      throw DatabaseException.of(e).without(password);
    }
  }

  private String password() {
    if (variable != null) {
      String value = System.getenv(variable);
      if (value == null) {
        throw wrong(variable, "there is no such variable of the environment");
      }
      return value;
    }
    return file == null ? "" : read(file);
  }

  private static String read(Path file) {
    try {
      if (isOpenToOthers(file)) {
        throw wrong(file, "every user of this machine can read it; say chmod 600");
      }
      if (Files.size(file) > LONGEST_PASSWORD) {
        throw wrong(file, "it is longer than " + LONGEST_PASSWORD + " bytes");
      }
      return Files.readString(file).lines().findFirst().orElse("");
    } catch (IOException e) {
      // No message of a library: it could show a part of the file.
      throw wrong(file, "it cannot be read");
    }
  }

  private static boolean isOpenToOthers(Path file) throws IOException {
    try {
      return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
    } catch (UnsupportedOperationException e) {
      return false;
    }
  }

  private static ThetisException wrong(Object value, String why) {
    return new ThetisException(ErrorCode.BAD_SETTING, "the login of a database", value, why);
  }

  /** Where and who. */
  @Override
  public String toString() {
    return user + " at " + url;
  }
}
