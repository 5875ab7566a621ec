package org.thetisdb.core.scheme;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.ThetisSettings;

/** Schemes as values. */
class SchemeRegistryTest {
  @Test
  void eachSchemeIsChosenByItsName() {
    for (SchemeSpec scheme : SchemeRegistry.all()) {
      assertThat(
              ThetisSettings.builder()
                  .flag("scheme", scheme.name())
                  .build()
                  .get(BasicSettings.SCHEME))
          .isSameAs(scheme);
    }
  }

  @Test
  void noTwoSchemesHaveOneName() {
    assertThat(new SchemeRegistry.Names()).doesNotHaveDuplicates();
  }

  @Test
  void aClusterThatIsNotToldOtherwiseHasTheFirst() {
    assertThat(ThetisSettings.builder().build().get(BasicSettings.SCHEME))
        .isSameAs(SchemeRegistry.all().get(0));
  }
}
