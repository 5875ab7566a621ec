package org.thetisdb.core.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The values in force: for each setting of a catalogue the value and where it came from. A flag
 * wins over the environment, that over the file, that over the default. Immutable; made by a {@link
 * SettingsBuilder}.
 */
public final class Settings {
  /** Begins the names of settings in the environment. */
  public static final String ENVIRONMENT_PREFIX = "THETIS_";

  private final Map<Setting<?>, Value> values;

  /** A value and its source, such as {@code default}, {@code environment}, a file's name. */
  record Value(Object value, String source) {}

  Settings(Map<Setting<?>, Value> values) {
    this.values = values;
  }

  /** Begins to resolve the settings of {@code catalogue}. */
  public static SettingsBuilder of(List<Setting<?>> catalogue) {
    return new SettingsBuilder(catalogue, settings -> {});
  }

  /** The defaults of Thetis' own catalogue. */
  public static Settings defaults() {
    return ThetisSettings.builder().build();
  }

  /** The value of a setting, which must be in the catalogue. */
  @SuppressWarnings("unchecked") // the value was parsed by the same setting
  public <T> T get(Setting<T> setting) {
    return (T) valueOf(setting).value();
  }

  /** Where the value came from. */
  public String sourceOf(Setting<?> setting) {
    return valueOf(setting).source();
  }

  /** These settings with another value for one. */
  public <T> Settings with(Setting<T> setting, T value) {
    valueOf(setting);
    Map<Setting<?>, Value> changed = new LinkedHashMap<>(values);
    changed.put(setting, new Value(setting.parse(setting.show(value)), "program"));
    return new Settings(changed);
  }

  /** An aligned table of every setting: name, value, where that came from, default. */
  public String describeAll() {
    return SettingsTable.text(values);
  }

  private Value valueOf(Setting<?> setting) {
    Value value = values.get(setting);
    if (value == null) {
      throw new IllegalArgumentException(setting + " is not in the catalogue");
    }
    return value;
  }
}
