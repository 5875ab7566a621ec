package org.thetisdb.core.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.config.Settings.Value;

/** Lays settings out for people. Stateless. */
final class SettingsTable {
  private SettingsTable() {}

  /** Name, value, source and default of each, in columns. */
  static String text(Map<Setting<?>, Value> values) {
    List<String[]> rows = new ArrayList<>();
    rows.add(new String[] {"setting", "value", "from", "default"});
    values.forEach(
        (setting, value) ->
            rows.add(
                new String[] {
                  setting.name(),
                  setting.show(value.value()),
                  value.source(),
                  setting.show(setting.defaultValue())
                }));
    return align(rows);
  }

  /** The catalogue as a page of Markdown. */
  static String markdown(List<Setting<?>> catalogue) {
    StringBuilder page = new StringBuilder();
    page.append("# Settings\n\n")
        .append("<!-- Written by SettingsPageTest from ThetisSettings; change it there. -->\n\n")
        .append("A flag wins over the environment, the environment over the file, the file over ")
        .append(
            "the default.\nUnknown names and values that do not fit are refused. The variable of ")
        .append("the environment is the name in\ncapitals, with `_` for each dot: `")
        .append(SiteSettings.STORE_MEMORY_MIB.environmentName())
        .append("` for `")
        .append(SiteSettings.STORE_MEMORY_MIB.name())
        .append("`.\n\n")
        .append("| setting | default | range | what it does |\n")
        .append("|---|---|---|---|\n");
    for (Setting<?> setting : catalogue) {
      page.append("| `").append(setting.name()).append("` | ");
      page.append(code(setting.show(setting.defaultValue()))).append(" | ");
      page.append(setting.range()).append(" | ").append(setting.description());
      page.append(" |\n");
    }
    return page.toString();
  }

  private static String code(String value) {
    return value.isEmpty() ? "" : "`" + value + "`";
  }

  private static String align(List<String[]> rows) {
    int columns = rows.get(0).length;
    int[] widths = new int[columns];
    for (String[] row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (String[] row : rows) {
      for (int i = 0; i < columns - 1; i++) {
        text.append(row[i]).append(" ".repeat(widths[i] - row[i].length() + 2));
      }
      text.append(row[columns - 1]).append('\n');
    }
    return text.toString();
  }
}
