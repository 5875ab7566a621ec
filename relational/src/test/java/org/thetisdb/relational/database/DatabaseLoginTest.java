package org.thetisdb.relational.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.core.error.ThetisException;

class DatabaseLoginTest {
  private static final String SECRET = "open-sesame-7";

  @TempDir Path directory;

  private Path password(String content, String rights) throws IOException {
    Path file = Files.writeString(directory.resolve("password"), content);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));
  }

  @Test
  void aPasswordComesFromItsFileAndIsInNoText() throws IOException {
    String url = "jdbc:h2:mem:login;DB_CLOSE_DELAY=-1";
    Path file = password(SECRET + "\n", "rw-------");
    DatabaseLogin login = DatabaseLogin.of(url, "sa").passwordFile(file);
    Databases.say(login, List.of("CREATE TABLE t (id INT)")); // the first login sets it
    assertThat(login.toString()).isEqualTo("sa at " + url);
    password("wrong-" + SECRET, "rw-------");
    assertThatThrownBy(login::open)
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("28000")
        .satisfies(e -> assertThat(trace(e)).doesNotContain(SECRET));
  }

  @Test
  void aDriverThatShowsThePasswordIsCutShort() throws IOException {
    // H2 repeats a URL that it does not understand.
    Path file = password("settings", "rw-------");
    DatabaseLogin login = DatabaseLogin.of("jdbc:h2:mem:x;settings=1", "sa").passwordFile(file);
    assertThatThrownBy(login::open)
        .satisfies(e -> assertThat(trace(e)).doesNotContainIgnoringCase("settings"));
  }

  private static String trace(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  @Test
  void aFileThatEverybodyReadsIsRefused() throws IOException {
    Path file = password(SECRET, "rw-r--r--");
    DatabaseLogin login = DatabaseLogin.of("jdbc:h2:mem:y", "sa").passwordFile(file);
    assertThatThrownBy(login::open)
        .isInstanceOf(ThetisException.class)
        .hasMessageContaining("chmod 600");
  }

  @Test
  void aVariableThatIsMissingIsNamed() {
    DatabaseLogin login = DatabaseLogin.of("jdbc:h2:mem:z", "sa").passwordVariable("NO_SUCH_NAME");
    assertThatThrownBy(login::open).hasMessageContaining("NO_SUCH_NAME");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://host/db?password=open-sesame-7",
        "jdbc:h2:mem:x;PASSWORD=open-sesame-7",
        "jdbc:mysql://user:open-sesame-7@host/db",
      })
  void aUrlWithAPasswordIsRefusedAndNotRepeated(String url) {
    assertThatThrownBy(() -> DatabaseLogin.of(url, "sa"))
        .isInstanceOf(ThetisException.class)
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain(SECRET));
  }
}
