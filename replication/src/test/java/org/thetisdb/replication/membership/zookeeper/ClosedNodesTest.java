package org.thetisdb.replication.membership.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.apache.zookeeper.KeeperException.NoAuthException;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.core.config.SecretProperties;
import org.thetisdb.core.config.ServiceSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.replication.embedded.EmbeddedZooKeeper;

/** A cluster with a password at ZooKeeper, and somebody without it at the same server. */
@Tag("cluster")
final class ClosedNodesTest {
  private static final int SESSION_MS = 10_000;
  private static final String ROOT = "/thetis/bank";

  @TempDir Path dir;
  private EmbeddedZooKeeper server;
  private final List<MemberProbe> members = new ArrayList<>();

  @BeforeEach
  void start() {
    server = EmbeddedZooKeeper.start(dir.resolve("zookeeper"), Address.ANY_LOOPBACK);
  }

  @AfterEach
  void stop() {
    members.forEach(MemberProbe::close);
    server.close();
  }

  private SecretProperties secret(String text, String permissions) throws IOException {
    Path file = dir.resolve("secret-" + text.hashCode());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    Settings settings =
        ThetisSettings.builder()
            .flag(ServiceSettings.ZOOKEEPER_SECURITY_FILE.name(), file.toString())
            .build();
    return SecretProperties.of(
        settings, ServiceSettings.ZOOKEEPER_SECURITY_FILE, ZooKeeperSettings::isForSecurity);
  }

  private MemberProbe member(String root, SecretProperties security) {
    ZooKeeperSettings settings =
        new ZooKeeperSettings(
            server.address().toString(), root, SESSION_MS, 10_000, SecretProperties.none());
    MemberProbe member = new MemberProbe(settings.withSecurity(security));
    members.add(member);
    return member;
  }

  @Test
  void strangersNeitherReadNorDeleteNorAdd() throws Exception {
    SecretProperties password = secret("digest=bank:one", "rw-------");
    MemberProbe first = member(ROOT, password);
    first.agree("first").value();
    first.register(1, first.nextIncarnation(1).value());
    MemberProbe second = member(ROOT, password);
    second.watch();
    assertThat(second.sites.nextThat(sites -> sites.size() == 1)).isNotEmpty();
    ZooKeeper stranger = new ZooKeeper(server.address().toString(), SESSION_MS, event -> {});
    try {
      assertThatThrownBy(() -> stranger.getData(ROOT + "/settings", false, null))
          .isInstanceOf(NoAuthException.class);
      assertThatThrownBy(() -> stranger.delete(ROOT + "/sites/1", -1))
          .isInstanceOf(NoAuthException.class);
      assertThatThrownBy(() -> stranger.delete(ROOT + "/settings", -1))
          .isInstanceOf(NoAuthException.class);
      assertThatThrownBy(() -> stranger.setData(ROOT + "/settings", new byte[0], -1))
          .isInstanceOf(NoAuthException.class);
    } finally {
      stranger.close();
    }
  }

  @Test
  void anotherClusterHasAPasswordOfItsOwn() throws Exception {
    member(ROOT, secret("digest=bank:one", "rw-------")).agree("first").value();
    MemberProbe other = member("/thetis/shop", secret("digest=shop:two", "rw-------"));
    assertThat(other.agree("shop").value()).isNotNull();
    MemberProbe wrong = member(ROOT, secret("digest=bank:wrong", "rw-------"));
    assertThatThrownBy(() -> wrong.agree("first").orThrow()).isInstanceOf(ThetisException.class);
  }

  @Test
  void aSecretShowsItsNamesAlone() throws IOException {
    assertThat(secret("digest=bank:one", "rw-------").toString()).isEqualTo("[digest]");
    assertThatThrownBy(() -> secret("digest=bank:one", "rw-r--r--"))
        .hasMessageContaining("every user of this machine can read it");
    assertThatThrownBy(() -> secret("acks=0", "rw-------"))
        .hasMessageContaining("\"acks\" is not for security");
  }
}
