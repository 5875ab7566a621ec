package org.thetisdb.core.config;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.thetisdb.core.config.Settings.Value;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * Collects values from a file, the environment and flags, in whatever order they are handed in.
 * Unknown names and values that do not fit are refused at once, with BAD_SETTING. Not thread-safe.
 */
public final class SettingsBuilder {
  /** Names with the prefix of settings that belong to the start script. */
  private static final Set<String> NOT_SETTINGS =
      Set.of(
          "THETIS_HOME",
          "THETIS_JAVA_OPTS",
          "THETIS_GC",
          "THETIS_LEARN",
          "THETIS_CONFIG",
          "THETIS_CLASS_PATH",
          "THETIS_SSLMODE",
          "THETIS_SSLROOTCERT",
          "THETIS_SSLCERT",
          "THETIS_SSLKEY",
          "THETIS_MAIN",
          "THETIS_TRAINS");

  private final Consumer<Settings> check;
  private final Map<String, Setting<?>> byName = new LinkedHashMap<>();
  private final Map<String, Setting<?>> byEnvironmentName = new TreeMap<>();
  private final Map<Setting<?>, Value> fromFile = new LinkedHashMap<>();
  private final Map<Setting<?>, Value> fromEnvironment = new LinkedHashMap<>();
  private final Map<Setting<?>, Value> fromFlags = new LinkedHashMap<>();

  /**
   * Begins with the defaults.
   *
   * @param check refuses values that do not fit together
   */
  SettingsBuilder(List<Setting<?>> catalogue, Consumer<Settings> check) {
    this.check = check;
    for (Setting<?> setting : catalogue) {
      if (byName.put(setting.name(), setting) != null) {
        throw new IllegalArgumentException("two settings " + setting.name());
      }
      byEnvironmentName.put(setting.environmentName(), setting);
    }
  }

  /**
   * Takes a file of lines {@code name = value}; lines that begin with {@code #} are comments.
   *
   * @throws ThetisException BAD_SETTING, also if the file cannot be read
   */
  public SettingsBuilder file(Path path) {
    Properties lines = new Properties();
    try (Reader reader = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
      lines.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw new ThetisException(
              ErrorCode.BAD_SETTING, "file", path, "it cannot be read (" + e.getMessage() + ")")
          .causedBy(e);
    }
    for (String name : new TreeMap<Object, Object>(lines).keySet().toArray(new String[0])) {
      take(fromFile, name, byName, lines.getProperty(name), path.getFileName().toString());
    }
    return this;
  }

  /** Takes all variables whose names begin with {@code THETIS_}. */
  public SettingsBuilder environment(Map<String, String> environment) {
    for (Map.Entry<String, String> entry : new TreeMap<>(environment).entrySet()) {
      String name = entry.getKey();
      if (name.startsWith(Settings.ENVIRONMENT_PREFIX) && !NOT_SETTINGS.contains(name)) {
        take(fromEnvironment, name, byEnvironmentName, entry.getValue(), "environment");
      }
    }
    return this;
  }

  /** Takes one flag, by the setting's name. */
  public SettingsBuilder flag(String name, String value) {
    take(fromFlags, name, byName, value, "flag");
    return this;
  }

  /** Takes flags by the settings' names. */
  public SettingsBuilder flags(Map<String, String> flags) {
    flags.forEach(this::flag);
    return this;
  }

  /**
   * The values in force.
   *
   * @throws ThetisException BAD_SETTING if values do not fit together
   */
  public Settings build() {
    Map<Setting<?>, Value> values = new LinkedHashMap<>();
    for (Setting<?> setting : byName.values()) {
      values.put(setting, new Value(setting.defaultValue(), "default"));
    }
    values.putAll(fromFile);
    values.putAll(fromEnvironment);
    values.putAll(fromFlags);
    Settings settings = new Settings(values);
    check.accept(settings);
    return settings;
  }

  private static void take(
      Map<Setting<?>, Value> into,
      String name,
      Map<String, Setting<?>> known,
      String text,
      String source) {
    Setting<?> setting = known.get(name);
    if (setting == null) {
      throw new ThetisException(ErrorCode.BAD_SETTING, name, text, unknown(name, known.keySet()));
    }
    try {
      into.put(setting, new Value(setting.parse(text), source));
    } catch (IllegalArgumentException e) {
      String shown = setting.isSecret() ? "***" : text;
      throw new ThetisException(ErrorCode.BAD_SETTING, name, shown, e.getMessage()).causedBy(e);
    }
  }

  private static String unknown(String name, Set<String> known) {
    String today = FormerNames.today(name);
    if (today != null) {
      return "it is called " + today + " now";
    }
    String nearest = NearestName.of(name, known);
    return "there is no such setting" + (nearest == null ? "" : "; the nearest one is " + nearest);
  }
}
