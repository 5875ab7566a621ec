package org.thetisdb.core.config;

import java.util.List;
import java.util.stream.Stream;
import org.thetisdb.core.config.ProcedureSettings.UploadPolicy;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * The catalogue: everything that can be set in Thetis, subject by subject. Sizes, times and limits
 * name their units.
 */
public final class ThetisSettings {
  /** Every setting, in the order in which people should see them. */
  public static final List<Setting<?>> ALL =
      Stream.of(
              BasicSettings.ALL,
              NetworkSettings.ALL,
              TlsSettings.ALL,
              LogSettings.ALL,
              SchemeSettings.ALL,
              ServiceSettings.ALL,
              SiteSettings.ALL,
              ProcedureSettings.ALL,
              LoginSettings.ALL,
              RouterSettings.ALL,
              StrategySettings.ALL,
              RebalanceSettings.ALL,
              MigrationSettings.ALL)
          .flatMap(List::stream)
          .toList();

  private ThetisSettings() {}

  /** Begins to resolve all settings; values that do not fit together are refused at the end. */
  public static SettingsBuilder builder() {
    return new SettingsBuilder(ALL, ThetisSettings::check);
  }

  private static void check(Settings settings) {
    int frame = settings.get(NetworkSettings.FRAME_LIMIT_BYTES);
    require(
        settings,
        ProcedureSettings.PROCEDURE_JAR_LIMIT_BYTES,
        settings.get(ProcedureSettings.PROCEDURE_JAR_LIMIT_BYTES) < frame,
        "it must be below frame.limit_bytes, " + frame);
    int atLeast = Math.max(frame, settings.get(NetworkSettings.SEND_HIGH_WATER_BYTES));
    require(
        settings,
        NetworkSettings.SEND_LIMIT_BYTES,
        settings.get(NetworkSettings.SEND_LIMIT_BYTES) >= atLeast,
        "it must be at least frame.limit_bytes and net.send_high_water_bytes, " + atLeast);
    boolean asksForToken = settings.get(ProcedureSettings.UPLOAD_ALLOWED) == UploadPolicy.TOKEN;
    boolean hasToken = !settings.get(ProcedureSettings.UPLOAD_TOKEN).isEmpty();
    require(
        settings,
        ProcedureSettings.UPLOAD_ALLOWED,
        hasToken || !asksForToken,
        "there is no upload.token");
    require(
        settings,
        TlsSettings.TLS_MODE,
        settings.get(TlsSettings.TLS_MODE) == TlsSettings.Mode.OFF || hasTlsFiles(settings),
        "tls.ca, tls.certificate and tls.key must name files; thetis cert makes them");
  }

  private static boolean hasTlsFiles(Settings settings) {
    return Stream.of(TlsSettings.TLS_CA, TlsSettings.TLS_CERTIFICATE, TlsSettings.TLS_KEY)
        .noneMatch(file -> settings.get(file).isEmpty());
  }

  private static <T> void require(Settings settings, Setting<T> setting, boolean fits, String why) {
    if (!fits) {
      String value = setting.show(settings.get(setting));
      throw new ThetisException(ErrorCode.BAD_SETTING, setting, value, why);
    }
  }
}
