package org.thetisdb.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.core.config.LogSettings.Durability;
import org.thetisdb.core.config.ProcedureSettings.UploadPolicy;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.scheme.SchemeRegistry;

/** Where values come from, which of them wins, and what is refused. */
class SettingsTest {
  @TempDir Path directory;

  private static SettingsBuilder builder() {
    return ThetisSettings.builder();
  }

  private Path file(String text) {
    try {
      return Files.writeString(directory.resolve("thetis.properties"), text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void assertRefused(ThrowingCallable setting, String sentence) {
    assertThatThrownBy(setting)
        .isInstanceOfSatisfying(
            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_SETTING))
        .hasMessage(sentence);
  }

  @Test
  void nobodySetsAnything() {
    Settings settings = Settings.defaults();
    assertThat(settings.get(NetworkSettings.LISTEN_PORT)).isEqualTo(7433);
    assertThat(settings.get(LogSettings.LOG_DURABILITY)).isEqualTo(Durability.PROCESS);
    assertThat(settings.sourceOf(NetworkSettings.LISTEN_PORT)).isEqualTo("default");
  }

  @Test
  void everyDefaultFitsItsOwnRange() {
    for (Setting<?> setting : ThetisSettings.ALL) {
      if (!setting.isSecret()) {
        assertThat(setting.parse(setting.show(setting.defaultValue())))
            .isEqualTo(setting.defaultValue());
      }
    }
  }

  @Test
  void aFlagWinsOverTheEnvironmentAndThatOverTheFile() {
    Settings settings =
        builder()
            .flag("listen.port", "1")
            .environment(Map.of("THETIS_LISTEN_PORT", "2", "THETIS_CLUSTER_SITES", "2"))
            .file(file("listen.port = 3\ncluster.sites = 4\nstore.versions=5\n# comment\n"))
            .build();
    assertThat(settings.get(NetworkSettings.LISTEN_PORT)).isEqualTo(1);
    assertThat(settings.get(BasicSettings.CLUSTER_SITES)).isEqualTo(2);
    assertThat(settings.get(SiteSettings.STORE_VERSIONS)).isEqualTo(5);
    assertThat(settings.sourceOf(NetworkSettings.LISTEN_PORT)).isEqualTo("flag");
    assertThat(settings.sourceOf(BasicSettings.CLUSTER_SITES)).isEqualTo("environment");
    assertThat(settings.sourceOf(SiteSettings.STORE_VERSIONS)).isEqualTo("thetis.properties");
  }

  @Test
  void othersVariablesAreLeftAlone() {
    Settings settings =
        builder()
            .environment(
                Map.of(
                    "PATH",
                    "/bin",
                    "THETIS_JAVA_OPTS",
                    "-Xmx8g",
                    "THETIS_GC",
                    "x",
                    "THETIS_LEARN",
                    "no",
                    "THETIS_CLASS_PATH",
                    "driver.jar"))
            .build();
    assertThat(settings.describeAll()).isEqualTo(Settings.defaults().describeAll());
  }

  @Test
  void valuesOfAllTypes() {
    Settings settings =
        builder()
            .flags(
                Map.of(
                    "store.memory_mib", " 4_096 ",
                    "strategy.weight_delay", "0.25",
                    "log.durability", "brokers",
                    "cluster.name", "bank"))
            .build();
    assertThat(settings.get(SiteSettings.STORE_MEMORY_MIB)).isEqualTo(4_096);
    assertThat(settings.get(StrategySettings.STRATEGY_WEIGHT_DELAY)).isEqualTo(0.25);
    assertThat(settings.get(LogSettings.LOG_DURABILITY)).isEqualTo(Durability.BROKERS);
    assertThat(settings.get(BasicSettings.CLUSTER_NAME)).isEqualTo("bank");
  }

  @Test
  void anUnknownNameIsRefusedAndTheNearestOneNamed() {
    assertRefused(
        () -> builder().flag("store.memory_mb", "1"),
        "Setting store.memory_mb cannot be \"1\": there is no such setting; the nearest one is"
            + " store.memory_mib.");
    assertRefused(
        () -> builder().environment(Map.of("THETIS_LISTEN_PROT", "1")),
        "Setting THETIS_LISTEN_PROT cannot be \"1\": there is no such setting; the nearest one is"
            + " THETIS_LISTEN_PORT.");
    assertRefused(
        () -> builder().file(file("xyzzy=1")),
        "Setting xyzzy cannot be \"1\": there is no such setting.");
  }

  @Test
  void aFormerNameIsRefusedWithTheOneOfToday() {
    assertRefused(
        () -> builder().flag("net.log_feeds", "off"),
        "Setting net.log_feeds cannot be \"off\": it is called net.log_streams now.");
    assertRefused(
        () -> builder().flag("epoch.table_rest_ms", "0"),
        "Setting epoch.table_rest_ms cannot be \"0\": it is called read_mostly.rest_ms now.");
    assertRefused(
        () -> builder().environment(Map.of("THETIS_EPOCH_TABLE_REST_MS", "0")),
        "Setting THETIS_EPOCH_TABLE_REST_MS cannot be \"0\": it is called"
            + " THETIS_READ_MOSTLY_REST_MS now.");
    assertRefused(
        () -> builder().environment(Map.of("THETIS_NET_NEIGHBOURS", "sockets")),
        "Setting THETIS_NET_NEIGHBOURS cannot be \"sockets\": it is called THETIS_NET_IN_PROCESS"
            + " now.");
  }

  @Test
  void formerNamesLeadToSettingsAndAreNoneThemselves() {
    List<String> names = ThetisSettings.ALL.stream().map(Setting::name).toList();
    assertThat(names).containsAll(FormerNames.all().values());
    assertThat(names).doesNotContainAnyElementsOf(FormerNames.all().keySet());
  }

  @Test
  void aValueThatDoesNotFitIsRefused() {
    assertRefused(
        () -> builder().flag("listen.port", "65536"),
        "Setting listen.port cannot be \"65536\": it must lie between 0 and 65535.");
    assertRefused(
        () -> builder().flag("listen.port", "many"),
        "Setting listen.port cannot be \"many\": it must be a whole number from 0 to 65535.");
    assertRefused(
        () -> builder().flag("strategy.weight_delay", "NaN"),
        "Setting strategy.weight_delay cannot be \"NaN\": it must lie between 0 and"
            + " 1000000000000.");
    assertRefused(
        () -> builder().flag("scheme", "dynamst"),
        "Setting scheme cannot be \"dynamst\": it must be one of "
            + String.join(", ", new SchemeRegistry.Names())
            + ".");
  }

  @Test
  void valuesThatDoNotFitTogetherAreRefused() {
    assertRefused(
        () -> builder().flag("procedure.jar_limit_bytes", "20000000").build(),
        "Setting procedure.jar_limit_bytes cannot be \"20000000\": it must be below"
            + " frame.limit_bytes, 16777216.");
    assertRefused(
        () -> builder().flag("net.send_limit_bytes", "2000000").build(),
        "Setting net.send_limit_bytes cannot be \"2000000\": it must be at least"
            + " frame.limit_bytes and net.send_high_water_bytes, 16777216.");
    assertRefused(
        () -> builder().flag("upload.allowed", "token").build(),
        "Setting upload.allowed cannot be \"token\": there is no upload.token.");
  }

  @Test
  void aFileThatCannotBeReadIsRefused() {
    Path missing = directory.resolve("missing");
    assertThatThrownBy(() -> builder().file(missing))
        .isInstanceOf(ThetisException.class)
        .hasMessageContaining("missing\": it cannot be read");
  }

  @Test
  void aSecretIsNeverShown() {
    Settings settings =
        builder().flag("upload.token", "hunter2").flag("upload.allowed", "token").build();
    assertThat(settings.get(ProcedureSettings.UPLOAD_TOKEN)).isEqualTo("hunter2");
    assertThat(settings.get(ProcedureSettings.UPLOAD_ALLOWED)).isEqualTo(UploadPolicy.TOKEN);
    assertThat(settings.describeAll()).doesNotContain("hunter2").contains("***");
  }

  @Test
  void theTableIsAlignedAndNamesTheSources() {
    Settings settings = builder().flag("cluster.sites", "5").build();
    List<String> lines = settings.describeAll().lines().toList();
    assertThat(lines).hasSize(ThetisSettings.ALL.size() + 1);
    int from = lines.get(0).indexOf("from");
    assertThat(lines.get(0)).matches("setting +value +from +default");
    assertThat(lines.get(2)).startsWith("cluster.sites").matches("\\S+ +5 +flag +3");
    assertThat(lines).allMatch(line -> line.charAt(from - 1) == ' ' && line.charAt(from) != ' ');
  }

  @Test
  void programsMayChangeValuesToo() {
    Settings changed = Settings.defaults().with(NetworkSettings.LISTEN_PORT, 0);
    assertThat(changed.get(NetworkSettings.LISTEN_PORT)).isZero();
    assertThat(changed.sourceOf(NetworkSettings.LISTEN_PORT)).isEqualTo("program");
    assertThatThrownBy(() -> changed.with(NetworkSettings.LISTEN_PORT, -1))
        .isInstanceOf(IllegalArgumentException.class);
    Setting<String> stranger = Setting.ofText("x", "", "");
    assertThatThrownBy(() -> changed.get(stranger)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void distances() {
    assertThat(NearestName.distance("", "abc")).isEqualTo(3);
    assertThat(NearestName.distance("kitten", "sitting")).isEqualTo(3);
    assertThat(NearestName.distance("same", "same")).isZero();
    assertThat(NearestName.of("zzzzzz", List.of("listen.port"))).isNull();
  }
}
